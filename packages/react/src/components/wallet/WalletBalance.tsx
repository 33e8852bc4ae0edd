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
  const topUp = useTopUpNotice(account)
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
        {topUp && <Notice kind="success">{wallet.added(amount(topUp.amount))}</Notice>}
      </div>
    </div>
  )
}

const isPurchase = ({ metadata }: CreditGrant): boolean =>
  metadata.source === 'topup' || metadata.source === 'credit_package'

/**
 * Returns the newest top-up since the wallet was first shown, or null if there is none. The top-up
 * that created the wallet counts too.
 */
function useTopUpNotice(account: CreditAccount | null): CreditGrant | null {
  const [grantIds, setGrantIds] = useState<readonly string[] | null>(null)
  const [topUp, setTopUp] = useState<CreditGrant | null>(null)
  const grants = account?.grants ?? []
  const isNew = ({ id }: CreditGrant): boolean => grantIds !== null && !grantIds.includes(id)
  if (grantIds === null || grants.some(isNew)) {
    const purchase = grants.filter((grant) => isNew(grant) && isPurchase(grant)).at(-1)
    if (purchase) setTopUp(purchase)
    setGrantIds(grants.map(({ id }) => id))
  }
  return topUp
}
