import type { Catalog } from '../../model/catalog.ts'
import type { CheckoutRequest } from '../../model/checkout/checkout.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer } from '../../model/state.ts'
import type { Invoice, InvoicePayment } from '../../model/subscriptions/billing.ts'
import type { ChangeRequest } from '../../model/subscriptions/changes.ts'
import { type BillingIntent, isLife, JUST_CREATED } from '../script/script.ts'
import { lifeOperations } from './lifeRequests.ts'
import { findBySlug, partOf, type Request, type Setting } from './request.ts'

/** Turns a billing intent into a request. Returns null if the customer has no suitable object. */
export function billingRequest(
  intent: BillingIntent,
  setting: Setting,
  created: { readonly id: string } | null,
): Request | null {
  const customer = setting.customers[intent.customer]
  const operations = customer && operationsOf(intent, customer, setting, created?.id)
  if (!operations) return null
  const parts = operations.flatMap((operation) =>
    affectedCustomers(operation, customer, setting).map((each) => partOf(each, operation)),
  )
  return { intent, parts, events: [] }
}

/** Advancing a clock concerns every customer on it. */
const affectedCustomers = (
  { kind }: Operation,
  customer: Customer,
  { customers }: Setting,
): readonly Customer[] =>
  kind === 'advanceClock'
    ? customers.filter(({ clock }) => clock?.id === customer.clock?.id)
    : [customer]

function operationsOf(
  intent: BillingIntent,
  customer: Customer,
  setting: Setting,
  created: string | undefined,
): Operation[] | null {
  const { catalog, mayNotRespond, nextFlow, timeOf } = setting
  const { billing, subscriptions } = customer
  const choose = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]
  /** Picks a running subscription, but sometimes one that has ended. */
  const subscriptionId = (pick: number): string | undefined => {
    const billed = subscriptions.filter(({ contract }) => contract?.parentId === null)
    const running = billed.filter(({ contract }) => contract?.canceledAt === null)
    return choose(running.length > 0 && pick % 8 > 0 ? running : billed, pick)?.id
  }
  const unpaidInvoices = billing.invoices.filter(
    ({ status }) => status === 'open' || status === 'uncollectible',
  )
  const invoiceId = (pick: number): string | undefined => {
    return choose(
      unpaidInvoices.length > 0 && pick % 8 > 0 ? unpaidInvoices : billing.invoices,
      pick,
    )?.id
  }
  const shareOf = (id: string, share: number | undefined): { amount?: number } => {
    const total = billing.invoices.find((invoice) => invoice.id === id)?.total ?? 0
    return share === undefined ? {} : { amount: Math.max(1, Math.round((total * share) / 100)) }
  }
  const startAndAnswer = (begin: (flow: number) => Operation): Operation[] => {
    const flow = nextFlow()
    return [begin(flow), { kind: 'answerFlow', flow, mayNotRespond }]
  }
  if (isLife(intent)) return lifeOperations(intent, customer, setting, subscriptionId)
  switch (intent.kind) {
    case 'subscribe': {
      const { id: planId } = findBySlug(catalog.plans, intent.plan)
      const { seats, startsIn, anchorShift, trialDays, coupon } = intent
      const from = (shift: number): Date => new Date(timeOf(customer).getTime() + shift)
      return startAndAnswer((flow) => ({
        kind: 'beginSubscribe',
        flow,
        planId,
        ...(seats !== undefined && { quantities: { seats } }),
        ...(startsIn !== undefined && { startsAt: from(startsIn) }),
        ...(anchorShift !== undefined && { billingAnchor: from(anchorShift) }),
        ...(trialDays !== undefined && { trialDays }),
        ...(coupon !== undefined && { couponCode: coupon }),
      }))
    }
    case 'cancelSubscription': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      const { when } = intent
      return startAndAnswer((flow) => ({ kind: 'beginCancel', flow, subscriptionId: id, when }))
    }
    case 'changeSubscription': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      const previewToken = tokenOf(intent, customer, created)
      if (previewToken === undefined) return null
      const change = { subscriptionId: id, ...changeRequest(intent, catalog) }
      return startAndAnswer((flow) => ({
        kind: 'beginChange',
        flow,
        ...change,
        ...(previewToken !== null && { previewToken }),
      }))
    }
    case 'previewChange': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      return [{ kind: 'previewChange', subscriptionId: id, ...changeRequest(intent, catalog) }]
    }
    case 'resumeSubscription': {
      const id = subscriptionId(intent.pick)
      return id === undefined ? null : [{ kind: 'resume', subscriptionId: id }]
    }
    case 'previewCheckout':
    case 'openCheckout': {
      const request = checkoutRequest(
        withSuitablePlan(intent, customer, catalog),
        catalog,
        subscriptionId,
        invoiceId,
      )
      if (!request) return null
      if (intent.kind === 'previewCheckout') return [{ kind: 'previewCheckout', ...request }]
      return startAndAnswer((flow) => ({ kind: 'beginCheckout', flow, ...request }))
    }
    case 'readCheckout': {
      const session = choose(billing.sessions, intent.pick)
      return session ? [{ kind: 'readCheckout', sessionId: session.id }] : null
    }
    case 'openDispute': {
      const isDisputed = (id: string): boolean =>
        billing.disputes.some(({ paymentId }) => paymentId === id)
      const disputable = billing.payments.filter(
        ({ id, status, isExternal, refunded }) =>
          status === 'succeeded' && !isExternal && refunded === 0 && !isDisputed(id),
      )
      const payment = choose(disputable, intent.pick)
      return payment ? [{ kind: 'openDispute', paymentId: payment.id }] : null
    }
    case 'closeDispute': {
      const dispute = choose(billing.disputes, intent.pick)
      const { outcome } = intent
      return dispute ? [{ kind: 'closeDispute', disputeId: dispute.id, outcome }] : null
    }
    case 'payInvoice': {
      const id = invoiceId(intent.pick)
      if (id === undefined) return null
      const amount = shareOf(id, intent.share)
      return startAndAnswer((flow) => ({ kind: 'beginPayInvoice', flow, invoiceId: id, ...amount }))
    }
    case 'voidInvoice': {
      const id = invoiceId(intent.pick)
      if (id === undefined) return null
      return startAndAnswer((flow) => ({ kind: 'beginVoid', flow, invoiceId: id }))
    }
    case 'markUncollectible': {
      const id = invoiceId(intent.pick)
      return id === undefined ? null : [{ kind: 'markUncollectible', invoiceId: id }]
    }
    case 'recordPayment': {
      const id = invoiceId(intent.pick)
      if (id === undefined) return null
      return [{ kind: 'recordPayment', invoiceId: id, ...shareOf(id, intent.share) }]
    }
    case 'creditInvoice': {
      const { pick, share, refund } = intent
      const candidates = billing.invoices.filter(
        (invoice) => pick % 8 === 0 || canBeCredited(invoice),
      )
      // Mostly picks the oldest invoice, so that one invoice gets several credit notes.
      const id = choose(pick % 4 > 0 ? candidates.slice(0, 1) : candidates, pick)?.id
      if (id === undefined) return null
      const options = { ...shareOf(id, share), ...(refund === false && { refund }) }
      return [{ kind: 'creditInvoice', invoiceId: id, ...options }]
    }
    case 'moveCustomer':
      return [{ kind: 'moveCustomer', place: intent.place }]
    case 'finishInvoicePayment': {
      const payment = choose(billing.payments.filter(isOpen), intent.pick)
      if (!payment) return null
      const index = billing.payments.indexOf(payment)
      const outcome = intent.card === 'success' ? 'paid' : 'failed'
      return [{ kind: 'invoiceAtProvider', index, outcome }]
    }
  }
}

const canBeCredited = ({ status, amountDue, amountPaid, amountRefunded }: Invoice): boolean =>
  status !== 'void' && (amountDue > amountPaid || amountPaid > amountRefunded)

/** Builds the request for a checkout. Returns null if there is nothing to buy. */
function checkoutRequest(
  { purchase, plan, pick }: CheckoutIntent,
  { plans }: Catalog,
  subscriptionOf: (pick: number) => string | undefined,
  invoiceOf: (pick: number) => string | undefined,
): CheckoutRequest | null {
  if (purchase === 'invoice') {
    const invoiceId = invoiceOf(pick)
    return invoiceId === undefined ? null : { purchase, invoiceId }
  }
  const { id: planId } = findBySlug(plans, plan)
  if (purchase === 'plan') return { purchase, planId }
  const subscriptionId = subscriptionOf(pick)
  return subscriptionId === undefined ? null : { purchase, subscriptionId, planId }
}

type CheckoutIntent = Extract<BillingIntent, { kind: 'openCheckout' | 'previewCheckout' }>

/**
 * Replaces most unsuitable plans. A new purchase needs a product that the customer does not have. A
 * change needs one that it has.
 */
function withSuitablePlan(
  intent: CheckoutIntent,
  { subscriptions }: Customer,
  { plans }: Catalog,
): CheckoutIntent {
  const productOf = (planId: string) => plans.find(({ id }) => id === planId)?.productId
  const ownedProducts = subscriptions
    .filter(({ contract }) => contract?.canceledAt === null)
    .map(({ planId }) => productOf(planId))
  const isOwned = ownedProducts.includes(findBySlug(plans, intent.plan).productId)
  const isSuitable = intent.purchase === 'plan' ? !isOwned : isOwned
  if (isSuitable || intent.pick % 4 === 0) return intent
  return { ...intent, plan: intent.plan === 'team' ? 'basic' : 'team' }
}

/** The preview token to send. Null means no token. Undefined means that no preview can be used. */
function tokenOf(
  { token }: Extract<BillingIntent, { kind: 'changeSubscription' }>,
  { billing, subscriptions }: Customer,
  created: string | undefined,
): string | null | undefined {
  if (token === undefined) return null
  if (token === JUST_CREATED) return created
  const preview = billing.previews.at(-token)
  const revised = subscriptions.find(({ id }) => id === preview?.subscriptionId)?.contract
    ?.revisedAt
  // If the subscription changed in the same instant, the order of preview and change is unknown.
  return revised?.getTime() === preview?.at.getTime() ? undefined : preview?.id
}

function changeRequest(
  { plan, seats, when }: Extract<BillingIntent, { kind: 'previewChange' | 'changeSubscription' }>,
  { plans }: Catalog,
): ChangeRequest {
  const { id: planId } = findBySlug(plans, plan)
  return {
    planId,
    ...(seats !== undefined && { quantities: { seats } }),
    ...(when && { when }),
  }
}

/** Checks whether the customer may still have an open form or challenge. */
const isOpen = ({ status }: InvoicePayment): boolean =>
  status === 'requires_action' || status === 'pending'
