import { issue } from '../invoicing/bill.ts'
import { beginVoid, collect, payInvoice, settleInvoicePayment } from '../invoicing/collect.ts'
import { isPartlyPaid, openPayment } from '../invoicing/invoices.ts'
import type { Place } from '../invoicing/taxes.ts'
import { type Answer, type Handlers, ok, refused } from '../operation.ts'
import type { PaymentStatus } from '../payments/money.ts'
import { periodAt } from '../periods.ts'
import { type Customer, subscriptionById } from '../state.ts'
import type { Invoice } from './billing.ts'
import { abandonChange, type ChangeRequest } from './changes.ts'
import { type SubscribeRequest, subscribe, waitOn } from './creation.ts'
import { changeAsPreviewed } from './previews.ts'
import { contractOf, renderSubscription } from './renderBilling.ts'
import { advance, type Step } from './renewals.ts'
import { cancel, endIncomplete } from './subscriptions.ts'

/** What is billed. As with payments, a request that has the provider act is begun and answered. */
export type BillingOperation =
  | ({ kind: 'beginSubscribe'; flow: number } & SubscribeRequest)
  | { kind: 'beginCancel'; flow: number; subscriptionId: string; when: 'now' | 'period_end' }
  | ({
      kind: 'beginChange'
      flow: number
      subscriptionId: string
      previewToken?: string
    } & ChangeRequest)
  /** Nobody pays for a change any more. */
  | { kind: 'closeChange'; invoiceId: string }
  | { kind: 'beginPayInvoice'; flow: number; invoiceId: string; amount?: number }
  | { kind: 'beginVoid'; flow: number; invoiceId: string }
  | { kind: 'advance'; subscriptionId: string; step: Exclude<Step, 'expire'>; at: Date }
  | { kind: 'waitOn'; subscriptionId: string }
  | { kind: 'expire'; subscriptionId: string; became: 'canceled' | 'incomplete_expired' }
  /** `index` is the place that its payment has among all of them; null: there is none. */
  | { kind: 'collect'; invoiceId: string; index: number | null }
  | {
      kind: 'settleInvoicePayment'
      index: number
      status: PaymentStatus
      errorCode: string | null
      isOld: boolean
    }
  /** What found no invoice by the end of its month is billed by itself. */
  | { kind: 'billPending' }
  | { kind: 'invoiceAtProvider'; index: number; became: 'paid' | 'failed' }
  /** It is taxed otherwise from its next invoice on. */
  | { kind: 'moveCustomer'; place: Place }

export const impossible = (why: string): Answer => ({ status: 0, body: why })
const done = (problem: string | null): Answer =>
  problem === null ? ok(undefined) : impossible(problem)

export const invoiceById = (customer: Customer, id: string): Invoice | undefined =>
  customer.billing.invoices.find((invoice) => invoice.id === id)

const isKnown = (customer: Customer, id: string): boolean =>
  customer.subscriptions.some((subscription) => subscription.id === id)

export const billingHandlers: Handlers<BillingOperation['kind']> = {
  beginSubscribe: ({ catalog, customer, now }, { flow, kind: _, ...request }) => {
    const begun = subscribe(catalog, customer, request, now)
    customer.money.flows.set(
      flow,
      'paymentId' in begun ? { invoicePaymentId: begun.paymentId } : begun,
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
    const begun = changeAsPreviewed(catalog, customer, subscriptionId, request, previewToken, now)
    if (!begun) return impossible('no such preview')
    customer.money.flows.set(
      flow,
      'answer' in begun ? begun : { invoicePaymentId: begun.paymentId },
    )
    return ok(undefined)
  },

  closeChange: ({ customer, now }, { invoiceId }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    // It may have failed, or have been voided by somebody.
    if (invoice.status === 'void') return ok(undefined)
    if (openPayment(customer, invoice)) return impossible('it is being paid')
    abandonChange(customer, invoice, now)
    const { status } = customer.billing.invoices.find(({ id }) => id === invoiceId) ?? {}
    return status === 'void' ? ok(undefined) : impossible('nothing waits for it')
  },

  beginPayInvoice: ({ customer }, { flow, invoiceId, amount }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    const begun = payInvoice(customer, invoice, amount === undefined ? {} : { amount })
    customer.money.flows.set(
      flow,
      'answer' in begun ? begun : { invoicePaymentId: begun.paymentId },
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
    if (at > now) return impossible('it is not due yet')
    // The plan was left before it came to that.
    if (step === 'drip' && nextDripAt?.getTime() !== at.getTime()) return ok(undefined)
    // Somebody may have asked for its end at the very instant at which it was to end.
    if (step === 'cancel' && status === 'canceled') return ok(undefined)
    return done(advance(catalog, customer, subscription, { step, at }, now))
  },

  expire: ({ catalog, customer, now }, { subscriptionId, became }) => {
    if (!isKnown(customer, subscriptionId)) return impossible('no such subscription')
    const subscription = subscriptionById(customer, subscriptionId)
    const { status, incompleteUntil } = contractOf(subscription)
    // A request ends one by itself where nothing is being paid.
    if (status === became) return ok(undefined)
    if (status !== 'incomplete' || !incompleteUntil || incompleteUntil > now) {
      return impossible('it does not wait too long')
    }
    const isPaying = customer.billing.payments.some(
      ({ invoiceId, status: is }) =>
        invoiceById(customer, invoiceId)?.subscriptionId === subscriptionId &&
        (is === 'pending' || is === 'requires_action'),
    )
    if (isPaying) return impossible('it is being paid')
    if (isPartlyPaid(customer, subscriptionId)) return impossible('a part of it is paid')
    endIncomplete(catalog, customer, subscription, became, now)
    return ok(undefined)
  },

  waitOn: ({ customer, now }, { subscriptionId }) => {
    if (!isKnown(customer, subscriptionId)) return impossible('no such subscription')
    return done(waitOn(customer, subscriptionById(customer, subscriptionId), now))
  },

  collect: ({ catalog, customer, now }, { invoiceId, index }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    if (index !== null && index !== customer.billing.payments.length) {
      return impossible('another payment began first')
    }
    return done(collect(catalog, customer, invoice, index !== null, now))
  },

  settleInvoicePayment: ({ catalog, customer, now }, { index, status, errorCode, isOld }) => {
    const payment = customer.billing.payments[index]
    if (!payment) return impossible('no such payment')
    return done(settleInvoicePayment(catalog, customer, payment, { status, errorCode, isOld }, now))
  },

  billPending: ({ catalog, customer, now }) => {
    const oldest = customer.billing.pending.find(({ invoiceId }) => invoiceId === null)
    const month = oldest && periodAt('month', oldest.createdAt, customer.timezone)
    if (!month?.end || month.end > now) return impossible('nothing has waited long enough')
    const terms = { subscriptionId: null, reason: 'pending_lines' as const, cycleStart: null }
    const period = { periodStart: null, periodEnd: null }
    const invoice = issue(catalog, customer, [], { ...terms, ...period }, now)
    return invoice ? ok(undefined) : impossible('there is less to ask for than to give back')
  },

  invoiceAtProvider: ({ customer }, { index, became }) => {
    const payment = customer.billing.payments[index]
    if (!payment) return impossible('no such payment')
    payment.atProvider = became
    return ok(undefined)
  },

  moveCustomer: ({ customer }, { place }) => {
    customer.place = place
    return ok(undefined)
  },
}
