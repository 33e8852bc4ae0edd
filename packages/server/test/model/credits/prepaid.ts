import { compare, ONE, parseAmount, sum, ZERO } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import type { Customer, Wallet } from '../state.ts'
import type { Invoice } from '../subscriptions/billing.ts'
import { giveBack, settle, spendableGrants, take } from './wallet.ts'

const REASON = 'INVOICE_PAYMENT'

/** Wallets of money that pay invoices, oldest first. */
const payingWallets = ({ creditCurrencies }: Catalog, { wallets }: Customer): Wallet[] =>
  [...wallets.values()].filter(
    ({ creditCurrencyId, status }) =>
      status === 'active' &&
      creditCurrencies.some(
        ({ id, applyToInvoices, denomination }) =>
          id === creditCurrencyId && applyToInvoices && denomination === 'usd',
      ),
  )

/** In whole minor units. */
function available(wallet: Wallet, now: Date): number {
  const spendable = sum(spendableGrants(wallet, now).map(({ remaining }) => remaining))
  return compare(spendable, ZERO) > 0 ? Number(spendable.units / ONE.units) : 0
}

/** Pays what it can of an invoice, and says how much that is. */
export function payFromWallets(
  catalog: Catalog,
  customer: Customer,
  invoiceId: string,
  amount: number,
  now: Date,
): number {
  let left = amount
  for (const wallet of payingWallets(catalog, customer)) {
    const part = Math.min(available(wallet, now), left)
    if (part === 0) continue
    settle(wallet, now)
    take(wallet, parseAmount(part), 'block', 'DEBIT', { now, reason: REASON, invoiceId })
    left -= part
  }
  return amount - left
}

/** A void invoice gives back what it took, to the very grants. */
export function giveBackPrepaid(customer: Customer, { id }: Invoice, now: Date): void {
  for (const wallet of customer.wallets.values()) {
    const taken = wallet.ledger.filter(
      ({ invoiceId, type }) => invoiceId === id && type === 'DEBIT',
    )
    if (taken.length > 0) settle(wallet, now)
    for (const { grantId, amount } of taken) {
      giveBack(wallet, grantId, amount, 'CREDIT', { now, reason: REASON, invoiceId: id })
    }
  }
}
