import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { sendRefund } from '../payments/index.ts'
import { type CreditNoteRecord, findCreditNote } from './read/creditNotes.ts'
import type { Billing } from './settleInvoicePayment.ts'

/**
 * The second half of a credit note that pays out: has the provider give the money back. What it does
 * not answer stays pending and is asked for by the sweeper of refunds.
 */
export async function sendCreditNoteRefunds(
  { db, providers }: Billing,
  scope: Scope,
  creditNoteId: string,
): Promise<CreditNoteRecord> {
  const note = await withTransaction(
    db,
    (tx) => findCreditNote(tx, scope.environmentId, creditNoteId),
    'read',
  )
  invariant(note, 'a credit note is never deleted')
  for (const refundId of note.refundIds) await sendRefund(db, providers, scope, refundId)
  return note
}
