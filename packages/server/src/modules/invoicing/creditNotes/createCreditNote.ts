import { bucketOf } from '../../../kernel/bucket.ts'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { EXTERNAL_PROVIDER } from '../../payments/core.ts'
import { createRefund, sendRefund } from '../../payments/index.ts'
import { listPaymentsOfInvoice } from '../../payments/read.ts'
import { refuseUnlessPayable } from '../collect/findOpenInvoicePayment.ts'
import { markPaidIfSettled } from '../collect/settleInvoicePayment.ts'
import { isPayable } from '../invoice/invoice.core.ts'
import { type InvoiceRecord, writeInvoiceState } from '../invoice/invoice.sql.ts'
import { lockInvoice } from '../invoice/lockInvoice.ts'
import type { Billing, InvoiceFollower } from '../ports.ts'
import { splitRefund, taxOfCredit } from './creditNotes.core.ts'
import {
  type CreditNoteRecord,
  findCreditNote,
  insertCreditNote,
  takeCreditNoteNumber,
} from './creditNotes.sql.ts'

interface CreditNoteInput {
  invoiceId: string
  amount?: number | undefined
  reason?: string | null | undefined
  refund: boolean
}

/**
 * Credits all or part of an invoice. On an open invoice, a credit note lowers the amount due. On a
 * paid one, it records a refund and, if requested, creates refunds that `sendCreditNoteRefunds`
 * sends. Returns the id of the note.
 */
export async function createCreditNote(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  { invoiceId, amount, reason, refund }: CreditNoteInput,
): Promise<string> {
  const { environmentId } = scope
  const { invoice, at } = await lockInvoice(tx, scope, invoiceId)
  const { customerId, currency } = invoice
  const creditAmount = amountToCredit(invoice, amount)
  const id = newIdInBucket('creditNote', bucketOf(environmentId, customerId))
  const creditedBefore = invoice.total - invoice.amountDue + invoice.amountRefunded
  if (isPayable(invoice)) {
    await refuseUnlessPayable(tx, environmentId, invoice)
    const lowered = { ...invoice, amountDue: invoice.amountDue - creditAmount }
    await markPaidIfSettled(tx, follower, scope, lowered, at)
  } else {
    if (refund) await beginRefunds(tx, scope, invoice, { id, amount: creditAmount })
    await writeInvoiceState(tx, environmentId, withRefund(invoice, creditAmount, at))
  }
  await insertCreditNote(tx, environmentId, {
    id,
    // This comes last, because the environment's other credit notes wait for the number until this
    // transaction ends.
    number: await takeCreditNoteNumber(tx, environmentId),
    invoiceId,
    customerId,
    amount: creditAmount,
    tax: taxOfCredit(invoice, creditedBefore, creditAmount),
    currency,
    reason: reason ?? null,
    createdAt: at,
  })
  return id
}

/**
 * Returns the amount to credit. It is at most the unpaid part of an open invoice, or the part of a
 * paid invoice that was not refunded.
 */
function amountToCredit(invoice: InvoiceRecord, requested: number | undefined): number {
  const { status, amountDue, amountPaid, amountRefunded } = invoice
  if (status === 'void' || status === 'draft') throw notCreditable(`The invoice is ${status}`)
  const left = isPayable(invoice) ? amountDue - amountPaid : amountPaid - amountRefunded
  if (left === 0)
    throw notCreditable('The whole invoice was credited, refunded or paid with prepaid money')
  if (requested !== undefined && requested > left) {
    throw invalidRequest([
      { path: 'amount', message: `must be at most ${left}, the remaining amount` },
    ])
  }
  return requested ?? left
}

const notCreditable = (why: string): PurserError =>
  new PurserError('invalid_state', `${why}: there is nothing to credit.`)

const withRefund = (invoice: InvoiceRecord, amount: number, at: Date): InvoiceRecord => {
  const amountRefunded = invoice.amountRefunded + amount
  const status = amountRefunded === invoice.amountPaid ? 'refunded' : 'partially_refunded'
  return { ...invoice, amountRefunded, status, updatedAt: at }
}

/** Creates refunds of the invoice's payments, newest payment first. */
async function beginRefunds(
  tx: Tx,
  scope: Scope,
  { id: invoiceId, customerId }: InvoiceRecord,
  note: { id: string; amount: number },
): Promise<void> {
  const payments = await listPaymentsOfInvoice(tx, scope.environmentId, customerId, invoiceId)
  const refundable = payments
    .filter(({ status, provider }) => status === 'succeeded' && provider !== EXTERNAL_PROVIDER)
    .map(({ id, amount, amountRefunded }) => ({ id, left: amount - amountRefunded }))
    .reverse()
  const parts = splitRefund(refundable, note.amount)
  if (parts === null) {
    const left = refundable.reduce((total, payment) => total + payment.left, 0)
    throw new PurserError(
      'invalid_state',
      `Only ${left} can be refunded through the provider, because the rest was paid in another way. Send a lower amount, or refund the money yourself and send refund: false.`,
    )
  }
  for (const part of parts) await createRefund(tx, scope, { ...part, creditNoteId: note.id })
}

/**
 * Sends the refunds of a credit note to the provider. The sweeper retries refunds that get no
 * answer.
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
