import { parseAmount } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId } from '../state.ts'
import type { CreditNote, Invoice } from '../subscriptions/billing.ts'
import { renderInvoice } from '../subscriptions/renderBilling.ts'
import { endIfPaid } from './collect.ts'
import { amountLeft, openPayment, refundPayment } from './invoices.ts'
import { inMinorUnits } from './prices.ts'

export interface CreditNoteRequest {
  readonly amount?: number
  /** Money that was paid is refunded by default. */
  readonly refund?: boolean
}

/** Credits an invoice. This lowers the amount due of an open invoice and refunds a paid one. */
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
  const remaining = isOwed ? amountLeft(invoice) : invoice.amountPaid - invoice.amountRefunded
  if ((!isOwed && !isPaid) || openPayment(customer, invoice) || remaining === 0) {
    return refused('invalid_state')
  }
  const amount = request.amount ?? remaining
  if (amount > remaining) return refused('invalid_request')
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
  const refundIds = refundPayments(customer, note, now)
  return refundIds ? ok(renderCreditNote(customer, note, refundIds)) : refused('invalid_state')
}

/**
 * The tax on everything credited so far, minus the tax of earlier notes. This way, rounding errors
 * do not add up.
 */
function taxOf(customer: Customer, invoice: Invoice, amount: number): number {
  const { total, creditsApplied, tax } = renderInvoice(customer, invoice)
  const before = invoice.total - invoice.amountDue + invoice.amountRefunded
  const share = (credited: number): number =>
    inMinorUnits(parseAmount(tax), { part: credited, whole: total + creditsApplied })
  return share(before + amount) - share(before)
}

/**
 * Refunds the payments of the invoice, newest first. Returns null if the money did not come through
 * the provider.
 */
function refundPayments(customer: Customer, note: CreditNote, now: Date): string[] | null {
  const refundIds: string[] = []
  let remaining = note.amount
  for (const payment of customer.billing.payments.toReversed()) {
    if (payment.invoiceId !== note.invoiceId || payment.isExternal) continue
    if (payment.status !== 'succeeded') continue
    const part = Math.min(remaining, payment.amount - payment.refunded)
    if (part === 0) continue
    refundIds.push(refundPayment(customer, payment, part, note.id, now))
    remaining -= part
  }
  return remaining === 0 ? refundIds : null
}

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
