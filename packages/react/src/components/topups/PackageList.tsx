import { type ReactElement, useMemo, useState } from 'react'
import { useBuyCreditPackage } from '../../credits/useBuyCreditPackage.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { findCurrency } from '../wallet/findCurrency.ts'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { pricePerCredit } from './pricePerCredit.ts'
import { type CreditPackage, useCreditPackages } from './useCreditPackages.ts'

export interface PackageListProps {
  /** An id or a slug. Default: the packages of all currencies. */
  readonly creditCurrencyId?: string | undefined
  readonly className?: string | undefined
}

/** Lists the credit packages on sale. */
export function PackageList({ creditCurrencyId, className }: PackageListProps): ReactElement {
  const { wallet } = useWords()
  return (
    <Card title={wallet.packagesTitle} className={classNames('purser-package-list', className)}>
      <PackageGrid creditCurrencyId={creditCurrencyId} />
    </Card>
  )
}

interface PackageGridProps {
  /** An id or a slug. Default: all currencies. */
  readonly creditCurrencyId?: string | undefined
}

/** Shows credit packages with their prices side by side. */
export function PackageGrid({ creditCurrencyId }: PackageGridProps): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const { packages, currencies, isLoading, error, refetch } = useCreditPackages(creditCurrencyId)
  const [selection, setSelection] = useState<CreditPackage | null>(null)
  if (isLoading) {
    return (
      <Loading>
        <div className="purser-packages">
          <Skeleton height="8.5rem" />
          <Skeleton height="8.5rem" />
        </div>
      </Loading>
    )
  }
  if (error && packages.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (packages.length === 0) {
    return <EmptyState title={wallet.noPackages}>{wallet.noPackagesNext}</EmptyState>
  }
  return (
    <>
      <ul className="purser-packages">
        {packages.map((each) => {
          const currency = findCurrency(currencies, each.creditCurrencyId)
          const perCredit = pricePerCredit(each.price, each.credits)
          return (
            <li key={each.id} className="purser-package">
              <span className="purser-package-name">{each.name}</span>
              <span className="purser-package-price">
                {format.money(each.price, each.currency)}
              </span>
              <span className="purser-soft">
                {wallet.credits(format.amount(each.credits, currency), currency?.name ?? '')}
              </span>
              {perCredit && currency?.denomination === 'unit' && (
                <span className="purser-soft">
                  {wallet.perCredit(format.money(perCredit, each.currency))}
                </span>
              )}
              {each.expiresAfterDays !== null && (
                <span className="purser-soft">
                  {wallet.lastDays(each.expiresAfterDays, format.count(each.expiresAfterDays))}
                </span>
              )}
              <Button
                variant="primary"
                aria-label={wallet.buyOf(each.name)}
                onClick={() => setSelection(each)}
              >
                {wallet.buy}
              </Button>
            </li>
          )
        })}
      </ul>
      {selection && <BuyDialog selection={selection} onClose={() => setSelection(null)} />}
    </>
  )
}

function BuyDialog({
  selection,
  onClose,
}: {
  readonly selection: CreditPackage
  readonly onClose: () => void
}): ReactElement {
  const { wallet } = useWords()
  const { buyCreditPackage } = useBuyCreditPackage()
  const input = useMemo(
    () => ({ purpose: 'credit_package', creditPackageId: selection.id }) as const,
    [selection.id],
  )
  return (
    <PurchaseDialog
      title={wallet.buyOf(selection.name)}
      input={input}
      pay={(options) => buyCreditPackage({ creditPackageId: selection.id, ...options })}
      onClose={onClose}
    />
  )
}
