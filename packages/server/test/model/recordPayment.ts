import type { Invoice } from './billing.ts'
import type { Catalog } from './catalog.ts'
import { endIfPaid } from './collect.ts'
import { leftOf, newPayment, openPayment } from './invoices.ts'
import { type Answer, ok, refused } from './operation.ts'
import { renderInvoice } from './renderBilling.ts'
import type { Customer } from './state.ts'
import { tellOf } from './topUps.ts'

/** Writes down money that came another way; the schedule goes on for what is left. */
export function recordPayment(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  asked: number | undefined,
  now: Date,
): Answer {
  const isOwed = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!isOwed || openPayment(customer, invoice)) return refused('invalid_state')
  const amount = asked ?? leftOf(invoice)
  if (amount > leftOf(invoice)) return refused('invalid_request')
  customer.billing.payments.push({
    ...newPayment(customer, invoice, amount),
    isExternal: true,
    status: 'succeeded',
    completedAt: now,
  })
  tellOf(customer, 'payment.succeeded')
  invoice.amountPaid += amount
  endIfPaid(catalog, customer, invoice, now)
  return ok(renderInvoice(customer, invoice))
}
