import type { CreditAccount, CreditGrant } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Notice } from '../ui/Notice.tsx'
import type { WalletCurrency } from './findCurrency.ts'
import { nextExpiry } from './nextExpiry.ts'

interface WalletBalanceProps {
  /** null while the customer has no wallet in this currency. */
  readonly account: CreditAccount | null
  readonly currency: WalletCurrency
}

/** Shows the balance, held and expiring credits, and the latest top-up. */
export function WalletBalance({ account, currency }: WalletBalanceProps): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const added = useTopUpNotice(account)
  const expiry = nextExpiry(account?.grants ?? [])
  const amount = (minorUnits: number) => format.amount(minorUnits, currency)
  return (
    <div className="purser-wallet-balance">
      <p>
        <span className="purser-hidden">{wallet.balance}: </span>
        <strong className="purser-wallet-amount">{amount(account?.balance ?? 0)}</strong>
      </p>
      {account && account.held > 0 && (
        <p className="purser-soft">{wallet.held(amount(account.held))}</p>
      )}
      {expiry && (
        <p className="purser-soft">
          {wallet.nextExpiry(amount(expiry.amount), format.date(expiry.expiresAt))}
        </p>
      )}
      {account?.status === 'frozen' && <Notice kind="info">{wallet.frozenText}</Notice>}
      <div aria-live="polite" className="purser-said">
        {added && <Notice kind="success">{wallet.added(amount(added.amount))}</Notice>}
      </div>
    </div>
  )
}

const isPurchase = ({ metadata }: CreditGrant): boolean =>
  metadata.source === 'topup' || metadata.source === 'credit_package'

/**
 * Returns the newest top-up since the wallet is shown, including one that created the wallet; null
 * if there is none.
 */
function useTopUpNotice(account: CreditAccount | null): CreditGrant | null {
  const [known, setKnown] = useState<readonly string[] | null>(null)
  const [added, setAdded] = useState<CreditGrant | null>(null)
  const grants = account?.grants ?? []
  const isNew = ({ id }: CreditGrant): boolean => known !== null && !known.includes(id)
  if (known === null || grants.some(isNew)) {
    const bought = grants.filter((grant) => isNew(grant) && isPurchase(grant)).at(-1)
    if (bought) setAdded(bought)
    setKnown(grants.map(({ id }) => id))
  }
  return added
}
