import type { CreditAccount } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'
import { Notice } from '../ui/Notice.tsx'
import { nextExpiry } from './nextExpiry.ts'
import { useTopUpNotice } from './useTopUpNotice.ts'
import type { WalletCurrency } from './WalletCurrency.ts'

interface WalletBalanceProps {
  /** null while the customer has no wallet in this currency. */
  readonly account: CreditAccount | null
  readonly currency: WalletCurrency
}

/** What can be spent, what is held, what expires next, and what a top-up has just added. */
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
