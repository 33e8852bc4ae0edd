import { bucketOf } from '../../../kernel/bucket.ts'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { beginRefund, EXTERNAL, sendRefund } from '../../payments/index.ts'
import { listPaymentsOfInvoice } from '../../payments/read.ts'
import { refuseUnlessPayable } from '../collect/findOpenPayment.ts'
import { markPaidIfSettled } from '../collect/settleInvoicePayment.ts'
import { isPayable } from '../invoice/invoice.core.ts'
import { type InvoiceRecord, writeInvoiceState } from '../invoice/invoice.sql.ts'
import { lockInvoice } from '../invoice/lockInvoice.ts'
import type { Billing, InvoiceFollower } from '../ports.ts'
import { spreadRefund, taxOfCredit } from './creditNotes.core.ts'
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
 * Credits an invoice or a part of it: of an open one less is left to pay, of a paid one money is
 * owed back, and begun to be given back if that is asked for. Returns the id of the note, whose
 * refunds `sendCreditNoteRefunds` sends.
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
  const credited = amountOf(invoice, amount)
  const id = newIdInBucket('creditNote', bucketOf(environmentId, customerId))
  const before = invoice.total - invoice.amountDue + invoice.amountRefunded
  if (isPayable(invoice)) {
    await refuseUnlessPayable(tx, environmentId, invoice)
    const lowered = { ...invoice, amountDue: invoice.amountDue - credited }
    await markPaidIfSettled(tx, follower, scope, lowered, at)
  } else {
    if (refund) await beginRefunds(tx, scope, invoice, { id, amount: credited })
    await writeInvoiceState(tx, environmentId, giveBack(invoice, credited, at))
  }
  await insertCreditNote(tx, environmentId, {
    id,
    // Last, because all other credit notes of the environment wait for it until this is committed.
    number: await takeCreditNoteNumber(tx, environmentId),
    invoiceId,
    customerId,
    amount: credited,
    tax: taxOfCredit(invoice, before, credited),
    currency,
    reason: reason ?? null,
    createdAt: at,
  })
  return id
}

/** What is credited: at most what is left to pay of an open invoice, or to give back of a paid one. */
function amountOf(invoice: InvoiceRecord, asked: number | undefined): number {
  const { status, amountDue, amountPaid, amountRefunded } = invoice
  if (status === 'void' || status === 'draft') throw notCreditable(`The invoice is ${status}`)
  const left = isPayable(invoice) ? amountDue - amountPaid : amountPaid - amountRefunded
  if (left === 0) throw notCreditable('All of the invoice was credited or paid with prepaid money')
  if (asked !== undefined && asked > left) {
    throw invalidRequest([{ path: 'amount', message: `must be at most ${left}, which is left` }])
  }
  return asked ?? left
}

const notCreditable = (why: string): PurserError =>
  new PurserError('invalid_state', `${why}: there is nothing to credit.`)

const giveBack = (invoice: InvoiceRecord, amount: number, at: Date): InvoiceRecord => {
  const amountRefunded = invoice.amountRefunded + amount
  const status = amountRefunded === invoice.amountPaid ? 'refunded' : 'partially_refunded'
  return { ...invoice, amountRefunded, status, updatedAt: at }
}

/** Gives back by the way it was paid, what came last first. */
async function beginRefunds(
  tx: Tx,
  scope: Scope,
  { id: invoiceId, customerId }: InvoiceRecord,
  note: { id: string; amount: number },
): Promise<void> {
  const payments = await listPaymentsOfInvoice(tx, scope.environmentId, customerId, invoiceId)
  const refundable = payments
    .filter(({ status, provider }) => status === 'succeeded' && provider !== EXTERNAL)
    .map(({ id, amount, amountRefunded }) => ({ id, left: amount - amountRefunded }))
    .reverse()
  const parts = spreadRefund(refundable, note.amount)
  if (parts === null) {
    const left = refundable.reduce((total, payment) => total + payment.left, 0)
    throw new PurserError(
      'invalid_state',
      `Only ${left} of this can be given back by the way it was paid, because the rest came another way. Give it back yourself and send refund: false.`,
    )
  }
  for (const part of parts) await beginRefund(tx, scope, { ...part, creditNoteId: note.id })
}

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
