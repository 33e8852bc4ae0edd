import { parseAmount } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId } from '../state.ts'
import type { CreditNote, Invoice } from '../subscriptions/billing.ts'
import { renderInvoice } from '../subscriptions/renderBilling.ts'
import { endIfPaid } from './collect.ts'
import { giveBackPayment, leftOf, openPayment } from './invoices.ts'
import { inMinorUnits } from './prices.ts'

export interface CreditNoteRequest {
  readonly amount?: number
  /** Absent: what was paid is given back. */
  readonly refund?: boolean
}

/** Credits an invoice: less is to pay of one that is owed, and of a paid one something is given back. */
export function credit(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  request: CreditNoteRequest,
  now: Date,
): Answer {
  const { status } = invoice
  const isOwed = status === 'open' || status === 'uncollectible'
  const isPaid = status === 'paid' || status === 'partially_refunded'
  const left = isOwed ? leftOf(invoice) : invoice.amountPaid - invoice.amountRefunded
  if ((!isOwed && !isPaid) || openPayment(customer, invoice) || left === 0) {
    return refused('invalid_state')
  }
  const amount = request.amount ?? left
  if (amount > left) return refused('invalid_request')
  const note: CreditNote = {
    id: nextId(customer, 'creditNote'),
    invoiceId: invoice.id,
    amount,
    tax: taxOf(customer, invoice, amount),
    createdAt: now,
  }
  customer.billing.creditNotes = [...customer.billing.creditNotes, note]
  if (isOwed) {
    invoice.amountDue -= amount
    endIfPaid(catalog, customer, invoice, now)
    return ok(renderCreditNote(customer, note, []))
  }
  invoice.amountRefunded += amount
  invoice.status = invoice.amountRefunded === invoice.amountPaid ? 'refunded' : 'partially_refunded'
  if (request.refund === false) return ok(renderCreditNote(customer, note, []))
  const refundIds = giveBack(customer, note, now)
  return refundIds ? ok(renderCreditNote(customer, note, refundIds)) : refused('invalid_state')
}

/** The tax in what was credited so far, less what earlier notes had of it, so that they never drift. */
function taxOf(customer: Customer, invoice: Invoice, amount: number): number {
  const { total, creditsApplied, tax } = renderInvoice(customer, invoice)
  const before = invoice.total - invoice.amountDue + invoice.amountRefunded
  const share = (credited: number): number =>
    inMinorUnits(parseAmount(tax), { part: credited, whole: total + creditsApplied })
  return share(before + amount) - share(before)
}

/** By the way it was paid, the newest payment first; null when it came another way. */
function giveBack(customer: Customer, note: CreditNote, now: Date): string[] | null {
  const refundIds: string[] = []
  let left = note.amount
  for (const payment of customer.billing.payments.toReversed()) {
    if (payment.invoiceId !== note.invoiceId || payment.isExternal) continue
    if (payment.status !== 'succeeded') continue
    const part = Math.min(left, payment.amount - payment.refunded)
    if (part === 0) continue
    refundIds.push(giveBackPayment(customer, payment, part, note.id, now))
    left -= part
  }
  return left === 0 ? refundIds : null
}

/** The API's form of a credit note. */
const renderCreditNote = (customer: Customer, note: CreditNote, refundIds: readonly string[]) => ({
  id: note.id,
  invoiceId: note.invoiceId,
  customerId: customer.id,
  amount: note.amount,
  tax: note.tax,
  reason: null,
  refundIds,
  createdAt: note.createdAt.toISOString(),
})
