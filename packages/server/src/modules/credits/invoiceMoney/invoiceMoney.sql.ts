import { type Amount, parseStored } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** A ledger row that debited prepaid money for an invoice. */
export interface InvoiceDebit {
  creditCurrencyId: string
  grantId: string
  amount: Amount
}

/** Reads the debits of an invoice in ledger order. */
export async function readInvoiceDebits(
  tx: Tx,
  environmentId: string,
  customerId: string,
  invoiceId: string,
): Promise<InvoiceDebit[]> {
  const rows = await tx
    .selectFrom('credit_ledger as l')
    .innerJoin('credit_accounts as a', (join) =>
      join
        .onRef('a.bucket', '=', 'l.bucket')
        .onRef('a.environment_id', '=', 'l.environment_id')
        .onRef('a.id', '=', 'l.account_id'),
    )
    .select(['a.credit_currency_id', 'l.grant_id', 'l.amount'])
    .where('l.bucket', '=', bucketOf(environmentId, customerId))
    .where('l.environment_id', '=', environmentId)
    .where('l.invoice_id', '=', invoiceId)
    .where('l.type', '=', 'DEBIT')
    .where('l.reason', '=', 'INVOICE_PAYMENT')
    .orderBy('l.account_id')
    .orderBy('l.seq')
    .execute()
  return rows.map((row) => {
    invariant(row.grant_id !== null, 'prepaid money is taken from grants')
    return {
      creditCurrencyId: row.credit_currency_id,
      grantId: row.grant_id,
      amount: parseStored(row.amount),
    }
  })
}
