import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { loadGrants } from '../wallet/loadWhole.sql.ts'
import { returnCredits, settle } from '../wallet/settle.core.ts'
import { NeedsWholeWallet } from '../wallet/wallet.core.ts'
import { withWallet } from '../wallet/withWallet.ts'
import { type InvoiceDebit, readInvoiceDebits } from './invoiceMoney.sql.ts'

/**
 * Returns the prepaid money of a voided invoice to the grants it came from, regardless of the
 * status of the wallet. Credits of expired grants expire immediately. The caller holds the
 * customer's lock and voids the invoice in the same transaction, so this happens once per invoice.
 */
export async function returnInvoiceMoney(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  { customerId, invoiceId }: { customerId: string; invoiceId: string },
): Promise<void> {
  const debits = await readInvoiceDebits(tx, scope.environmentId, customerId, invoiceId)
  const byCurrency = Map.groupBy(debits, ({ creditCurrencyId }) => creditCurrencyId)
  for (const [creditCurrencyId, parts] of byCurrency) {
    await returnToWallet(tx, scope, { customerId, creditCurrencyId, invoiceId }, parts)
  }
}

const returnToWallet = (
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
      returnCredits(wallet, grantId, {
        type: 'CREDIT',
        reason: 'INVOICE_PAYMENT',
        amount,
        at,
        invoiceId,
      })
    }
  })
