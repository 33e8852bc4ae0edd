import { compare, ONE, parseAmount, sum, ZERO } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import type { Customer, Wallet } from '../state.ts'
import type { Invoice } from '../subscriptions/billing.ts'
import { returnCredits, settle, spendableGrants, take } from './wallet.ts'

const REASON = 'INVOICE_PAYMENT'

/** Money wallets that may pay invoices, oldest first. */
const payingWallets = ({ creditCurrencies }: Catalog, { wallets }: Customer): Wallet[] =>
  [...wallets.values()].filter(
    ({ creditCurrencyId, status }) =>
      status === 'active' &&
      creditCurrencies.some(
        ({ id, applyToInvoices, denomination }) =>
          id === creditCurrencyId && applyToInvoices && denomination === 'usd',
      ),
  )

/** The balance that can pay an invoice, in whole minor units. */
function available(wallet: Wallet, now: Date): number {
  const spendable = sum(spendableGrants(wallet, now).map(({ remaining }) => remaining))
  return compare(spendable, ZERO) > 0 ? Number(spendable.units / ONE.units) : 0
}

/** Pays as much of an invoice as the wallets allow. Returns the amount paid. */
export function payFromWallets(
  catalog: Catalog,
  customer: Customer,
  invoiceId: string,
  amount: number,
  now: Date,
): number {
  let remaining = amount
  for (const wallet of payingWallets(catalog, customer)) {
    const part = Math.min(available(wallet, now), remaining)
    if (part === 0) continue
    settle(wallet, now)
    take(wallet, parseAmount(part), 'block', 'DEBIT', { now, reason: REASON, invoiceId })
    remaining -= part
  }
  return amount - remaining
}

/** Returns the prepaid money of a voided invoice to the grants it came from. */
export function returnPrepaid(customer: Customer, { id }: Invoice, now: Date): void {
  for (const wallet of customer.wallets.values()) {
    const debits = wallet.ledger.filter(
      ({ invoiceId, type }) => invoiceId === id && type === 'DEBIT',
    )
    if (debits.length > 0) settle(wallet, now)
    for (const { grantId, amount } of debits) {
      returnCredits(wallet, grantId, amount, 'CREDIT', { now, reason: REASON, invoiceId: id })
    }
  }
}
