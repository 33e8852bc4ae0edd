import type { Invoice } from './billing.ts'
import { openPayment } from './invoices.ts'
import { type Answer, ok, refused } from './operation.ts'
import { contractOf, renderInvoice, subscriptionOf } from './renderBilling.ts'
import type { Customer } from './state.ts'

/** Gives an invoice up, of which nothing else follows; what waits for one has to be voided instead. */
export function stopCollecting(customer: Customer, invoice: Invoice): Answer {
  if (
    invoice.status !== 'open' ||
    openPayment(customer, invoice) ||
    isWaitedFor(customer, invoice)
  ) {
    return refused('invalid_state')
  }
  invoice.status = 'uncollectible'
  invoice.nextAttemptAt = null
  return ok(renderInvoice(customer, invoice))
}

function isWaitedFor(customer: Customer, invoice: Invoice): boolean {
  const subscription = subscriptionOf(customer, invoice)
  if (!subscription) return false
  const { status, waiting } = contractOf(subscription)
  return (
    (status === 'incomplete' && invoice.reason === 'start') || waiting?.invoiceId === invoice.id
  )
}
