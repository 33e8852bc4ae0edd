import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { loadGrants } from '../wallet/loadWhole.sql.ts'
import { giveBack, settle } from '../wallet/settle.core.ts'
import { NeedsWholeWallet } from '../wallet/wallet.core.ts'
import { withWallet } from '../wallet/withWallet.ts'
import { type InvoiceDebit, readInvoiceDebits } from './invoiceMoney.sql.ts'

/**
 * Gives what prepaid money has paid of an invoice back to the very grants that it came from,
 * whatever has become of the wallet; what has expired meanwhile expires at once. Once per invoice:
 * the caller, who holds the customer's lock, ends the invoice with it.
 */
export async function giveBackInvoicePayment(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  { customerId, invoiceId }: { customerId: string; invoiceId: string },
): Promise<void> {
  const debits = await readInvoiceDebits(tx, scope.environmentId, customerId, invoiceId)
  const byCurrency = Map.groupBy(debits, ({ creditCurrencyId }) => creditCurrencyId)
  for (const [creditCurrencyId, parts] of byCurrency) {
    await giveBackTo(tx, scope, { customerId, creditCurrencyId, invoiceId }, parts)
  }
}

const giveBackTo = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  { invoiceId, ...target }: { customerId: string; creditCurrencyId: string; invoiceId: string },
  parts: readonly InvoiceDebit[],
): Promise<void> =>
  withWallet(tx, scope, target, async ({ wallet, now, session }) => {
    if (!wallet.isWhole) throw new NeedsWholeWallet(wallet)
    await loadGrants(session, wallet, [...new Set(parts.map(({ grantId }) => grantId))])
    const at = settle(wallet, now)
    for (const { grantId, amount } of parts) {
      giveBack(wallet, grantId, {
        type: 'CREDIT',
        reason: 'INVOICE_PAYMENT',
        amount,
        at,
        invoiceId,
      })
    }
  })
