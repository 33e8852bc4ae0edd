import { issue } from '../invoicing/bill.ts'
import { beginVoid, collect, payInvoice, settleInvoicePayment } from '../invoicing/collect.ts'
import { isPartlyPaid, openPayment } from '../invoicing/invoices.ts'
import type { TaxPlace } from '../invoicing/taxes.ts'
import { type Answer, type Handlers, ok, refused } from '../operation.ts'
import type { PaymentStatus } from '../payments/money.ts'
import { periodAt } from '../periods.ts'
import { type Customer, subscriptionById } from '../state.ts'
import type { Invoice } from './billing.ts'
import { abandonChange, type ChangeRequest } from './changes.ts'
import { extendDeadline, type SubscribeRequest, subscribe } from './creation.ts'
import { changeAsPreviewed } from './previews.ts'
import { contractOf, renderSubscription } from './renderBilling.ts'
import { advance, type Step } from './renewals.ts'
import { cancel, endIncomplete } from './subscriptions.ts'

/**
 * Operations on subscriptions and invoices. As with payments, a request that calls the provider is
 * started by one operation and gets its response from another.
 */
export type BillingOperation =
  | ({ kind: 'beginSubscribe'; flow: number } & SubscribeRequest)
  | { kind: 'beginCancel'; flow: number; subscriptionId: string; when: 'now' | 'period_end' }
  | ({
      kind: 'beginChange'
      flow: number
      subscriptionId: string
      previewToken?: string
    } & ChangeRequest)
  /** Closes a change whose payment was abandoned. */
  | { kind: 'closeChange'; invoiceId: string }
  | { kind: 'beginPayInvoice'; flow: number; invoiceId: string; amount?: number }
  | { kind: 'beginVoid'; flow: number; invoiceId: string }
  | { kind: 'advance'; subscriptionId: string; step: Exclude<Step, 'expire'>; at: Date }
  | { kind: 'extendDeadline'; subscriptionId: string }
  | { kind: 'expire'; subscriptionId: string; outcome: 'canceled' | 'incomplete_expired' }
  /**
   * `index` is the position of the payment among all invoice payments. Null if no payment was
   * started.
   */
  | { kind: 'collect'; invoiceId: string; index: number | null }
  | {
      kind: 'settleInvoicePayment'
      index: number
      status: PaymentStatus
      errorCode: string | null
      isOld: boolean
    }
  /** Bills pending lines that no invoice took up by the end of their month. */
  | { kind: 'billPending' }
  | { kind: 'invoiceAtProvider'; index: number; outcome: 'paid' | 'failed' }
  /** Changes the place that decides the tax, starting with the next invoice. */
  | { kind: 'moveCustomer'; place: TaxPlace }

export const impossible = (reason: string): Answer => ({ status: 0, body: reason })
const answerOf = (problem: string | null): Answer =>
  problem === null ? ok(undefined) : impossible(problem)

export const invoiceById = (customer: Customer, id: string): Invoice | undefined =>
  customer.billing.invoices.find((invoice) => invoice.id === id)

const isKnown = (customer: Customer, id: string): boolean =>
  customer.subscriptions.some((subscription) => subscription.id === id)

export const billingHandlers: Handlers<BillingOperation['kind']> = {
  beginSubscribe: ({ catalog, customer, now }, { flow, kind: _, ...request }) => {
    const started = subscribe(catalog, customer, request, now)
    customer.money.flows.set(
      flow,
      'paymentId' in started ? { invoicePaymentId: started.paymentId } : started,
    )
    return ok(undefined)
  },

  beginCancel: ({ catalog, customer, now }, { flow, subscriptionId, when }) => {
    const subscription = subscriptionById(customer, subscriptionId)
    const outcome = cancel(catalog, customer, subscription, when, now)
    const answer =
      outcome === 'done'
        ? ok(renderSubscription(catalog, customer, subscription))
        : refused(outcome ?? 'subscription_ended')
    customer.money.flows.set(flow, outcome === null ? { canceledId: subscriptionId } : { answer })
    return ok(undefined)
  },

  beginChange: (
    { catalog, customer, now },
    { flow, subscriptionId, kind: _, previewToken, ...request },
  ) => {
    const started = changeAsPreviewed(catalog, customer, subscriptionId, request, previewToken, now)
    if (!started) return impossible('no such preview')
    customer.money.flows.set(
      flow,
      'answer' in started ? started : { invoicePaymentId: started.paymentId },
    )
    return ok(undefined)
  },

  closeChange: ({ customer, now }, { invoiceId }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    // The payment may have failed already, or another request may have voided the invoice.
    if (invoice.status === 'void') return ok(undefined)
    if (openPayment(customer, invoice)) return impossible('a payment is in progress')
    abandonChange(customer, invoice, now)
    const { status } = customer.billing.invoices.find(({ id }) => id === invoiceId) ?? {}
    return status === 'void' ? ok(undefined) : impossible('no change waits for this invoice')
  },

  beginPayInvoice: ({ customer }, { flow, invoiceId, amount }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    const started = payInvoice(customer, invoice, amount === undefined ? {} : { amount })
    customer.money.flows.set(
      flow,
      'answer' in started ? started : { invoicePaymentId: started.paymentId },
    )
    return ok(undefined)
  },

  beginVoid: ({ catalog, customer, now }, { flow, invoiceId }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    customer.money.flows.set(flow, beginVoid(catalog, customer, invoice, now))
    return ok(undefined)
  },

  advance: ({ catalog, customer, now }, { subscriptionId, step, at }) => {
    if (!isKnown(customer, subscriptionId)) return impossible('no such subscription')
    const subscription = subscriptionById(customer, subscriptionId)
    const { status, nextDripAt } = contractOf(subscription)
    if (at > now) return impossible('the step is not due yet')
    // The customer left the plan before the drip was due.
    if (step === 'drip' && nextDripAt?.getTime() !== at.getTime()) return ok(undefined)
    // A request may have canceled the subscription at the same instant.
    if (step === 'cancel' && status === 'canceled') return ok(undefined)
    return answerOf(advance(catalog, customer, subscription, { step, at }, now))
  },

  expire: ({ catalog, customer, now }, { subscriptionId, outcome }) => {
    if (!isKnown(customer, subscriptionId)) return impossible('no such subscription')
    const subscription = subscriptionById(customer, subscriptionId)
    const { status, incompleteUntil } = contractOf(subscription)
    // Without a payment in progress, the request itself ends the subscription.
    if (status === outcome) return ok(undefined)
    if (status !== 'incomplete' || !incompleteUntil || incompleteUntil > now) {
      return impossible('the deadline has not passed')
    }
    const isPaying = customer.billing.payments.some(
      ({ invoiceId, status: is }) =>
        invoiceById(customer, invoiceId)?.subscriptionId === subscriptionId &&
        (is === 'pending' || is === 'requires_action'),
    )
    if (isPaying) return impossible('a payment is in progress')
    if (isPartlyPaid(customer, subscriptionId)) return impossible('the invoice is partly paid')
    endIncomplete(catalog, customer, subscription, outcome, now)
    return ok(undefined)
  },

  extendDeadline: ({ customer, now }, { subscriptionId }) => {
    if (!isKnown(customer, subscriptionId)) return impossible('no such subscription')
    return answerOf(extendDeadline(customer, subscriptionById(customer, subscriptionId), now))
  },

  collect: ({ catalog, customer, now }, { invoiceId, index }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    if (index !== null && index !== customer.billing.payments.length) {
      return impossible('a different payment was started first')
    }
    return answerOf(collect(catalog, customer, invoice, index !== null, now))
  },

  settleInvoicePayment: ({ catalog, customer, now }, { index, status, errorCode, isOld }) => {
    const payment = customer.billing.payments[index]
    if (!payment) return impossible('no such payment')
    return answerOf(
      settleInvoicePayment(catalog, customer, payment, { status, errorCode, isOld }, now),
    )
  },

  billPending: ({ catalog, customer, now }) => {
    const oldest = customer.billing.pending.find(({ invoiceId }) => invoiceId === null)
    const month = oldest && periodAt('month', oldest.createdAt, customer.timezone)
    if (!month?.end || month.end > now) return impossible('no pending line is due')
    const terms = { subscriptionId: null, reason: 'pending_lines' as const, cycleStart: null }
    const period = { periodStart: null, periodEnd: null }
    const invoice = issue(catalog, customer, [], { ...terms, ...period }, now)
    return invoice ? ok(undefined) : impossible('the pending lines add up to a credit')
  },

  invoiceAtProvider: ({ customer }, { index, outcome }) => {
    const payment = customer.billing.payments[index]
    if (!payment) return impossible('no such payment')
    payment.atProvider = outcome
    return ok(undefined)
  },

  moveCustomer: ({ customer }, { place }) => {
    customer.place = place
    return ok(undefined)
  },
}
