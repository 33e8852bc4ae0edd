import type { Catalog } from '../../model/catalog.ts'
import type { CheckoutRequest } from '../../model/checkout/checkout.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer } from '../../model/state.ts'
import type { Invoice, InvoicePayment } from '../../model/subscriptions/billing.ts'
import type { ChangeRequest } from '../../model/subscriptions/changes.ts'
import { type BillingIntent, isLife, JUST_MADE } from '../script/script.ts'
import { lifeOperations } from './lifeRequests.ts'
import { findBySlug, partOf, type Request, type Setting } from './request.ts'

/** What is asked about what a customer is billed for; null when there is nothing to do it to. */
export function billingRequest(
  intent: BillingIntent,
  setting: Setting,
  made: { readonly id: string } | null,
): Request | null {
  const customer = setting.customers[intent.customer]
  const operations = customer && operationsOf(intent, customer, setting, made?.id)
  if (!operations) return null
  const parts = operations.flatMap((operation) =>
    concernedBy(operation, customer, setting).map((each) => partOf(each, operation)),
  )
  return { intent, parts, events: [] }
}

/** Whoever lives by a clock goes along with it. */
const concernedBy = (
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
  made: string | undefined,
): Operation[] | null {
  const { catalog, mayBeSilent, nextFlow, timeOf } = setting
  const { billing, subscriptions } = customer
  const chosen = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]
  /** Those that run, but sometimes one that has ended. */
  const subscriptionId = (pick: number): string | undefined => {
    const billed = subscriptions.filter(({ contract }) => contract?.parentId === null)
    const running = billed.filter(({ contract }) => contract?.canceledAt === null)
    return chosen(running.length > 0 && pick % 8 > 0 ? running : billed, pick)?.id
  }
  const owed = billing.invoices.filter(
    ({ status }) => status === 'open' || status === 'uncollectible',
  )
  const invoiceId = (pick: number): string | undefined => {
    return chosen(owed.length > 0 && pick % 8 > 0 ? owed : billing.invoices, pick)?.id
  }
  const shareOf = (id: string, share: number | undefined): { amount?: number } => {
    const total = billing.invoices.find((invoice) => invoice.id === id)?.total ?? 0
    return share === undefined ? {} : { amount: Math.max(1, Math.round((total * share) / 100)) }
  }
  const staged = (begin: (flow: number) => Operation): Operation[] => {
    const flow = nextFlow()
    return [begin(flow), { kind: 'answerFlow', flow, mayBeSilent }]
  }
  if (isLife(intent)) return lifeOperations(intent, customer, setting, subscriptionId)
  switch (intent.kind) {
    case 'subscribe': {
      const { id: planId } = findBySlug(catalog.plans, intent.plan)
      const { seats, startsIn, anchorShift, trialDays, coupon } = intent
      const from = (shift: number): Date => new Date(timeOf(customer).getTime() + shift)
      return staged((flow) => ({
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
      return staged((flow) => ({ kind: 'beginCancel', flow, subscriptionId: id, when }))
    }
    case 'changeSubscription': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      const previewToken = tokenOf(intent, customer, made)
      if (previewToken === undefined) return null
      const of = { subscriptionId: id, ...wordsOf(intent, catalog) }
      return staged((flow) => ({
        kind: 'beginChange',
        flow,
        ...of,
        ...(previewToken !== null && { previewToken }),
      }))
    }
    case 'previewChange': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      return [{ kind: 'previewChange', subscriptionId: id, ...wordsOf(intent, catalog) }]
    }
    case 'resumeSubscription': {
      const id = subscriptionId(intent.pick)
      return id === undefined ? null : [{ kind: 'resume', subscriptionId: id }]
    }
    case 'previewCheckout':
    case 'openCheckout': {
      const request = checkoutOf(
        fitting(intent, customer, catalog),
        catalog,
        subscriptionId,
        invoiceId,
      )
      if (!request) return null
      if (intent.kind === 'previewCheckout') return [{ kind: 'previewCheckout', ...request }]
      return staged((flow) => ({ kind: 'beginCheckout', flow, ...request }))
    }
    case 'readCheckout': {
      const session = chosen(billing.sessions, intent.pick)
      return session ? [{ kind: 'readCheckout', sessionId: session.id }] : null
    }
    case 'openDispute': {
      const isDisputed = (id: string): boolean =>
        billing.disputes.some(({ paymentId }) => paymentId === id)
      const paid = billing.payments.filter(
        ({ id, status, isExternal, refunded }) =>
          status === 'succeeded' && !isExternal && refunded === 0 && !isDisputed(id),
      )
      const payment = chosen(paid, intent.pick)
      return payment ? [{ kind: 'openDispute', paymentId: payment.id }] : null
    }
    case 'closeDispute': {
      const dispute = chosen(billing.disputes, intent.pick)
      const { outcome } = intent
      return dispute ? [{ kind: 'closeDispute', disputeId: dispute.id, outcome }] : null
    }
    case 'payInvoice': {
      const id = invoiceId(intent.pick)
      if (id === undefined) return null
      const amount = shareOf(id, intent.share)
      return staged((flow) => ({ kind: 'beginPayInvoice', flow, invoiceId: id, ...amount }))
    }
    case 'voidInvoice': {
      const id = invoiceId(intent.pick)
      if (id === undefined) return null
      return staged((flow) => ({ kind: 'beginVoid', flow, invoiceId: id }))
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
      const some = billing.invoices.filter((invoice) => pick % 8 === 0 || canBeCredited(invoice))
      // Mostly the oldest that can be, so that one invoice has several.
      const id = chosen(pick % 4 > 0 ? some.slice(0, 1) : some, pick)?.id
      if (id === undefined) return null
      const how = { ...shareOf(id, share), ...(refund === false && { refund }) }
      return [{ kind: 'creditInvoice', invoiceId: id, ...how }]
    }
    case 'moveCustomer':
      return [{ kind: 'moveCustomer', place: intent.place }]
    case 'finishInvoicePayment': {
      const payment = chosen(billing.payments.filter(isOpen), intent.pick)
      if (!payment) return null
      const index = billing.payments.indexOf(payment)
      const became = intent.card === 'success' ? 'paid' : 'failed'
      return [{ kind: 'invoiceAtProvider', index, became }]
    }
  }
}

const canBeCredited = ({ status, amountDue, amountPaid, amountRefunded }: Invoice): boolean =>
  status !== 'void' && (amountDue > amountPaid || amountPaid > amountRefunded)

/** What a checkout is opened for; null when there is no such thing. */
function checkoutOf(
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

/** Mostly a plan of a product that the customer does not have, or has where it is to be changed. */
function fitting(
  intent: CheckoutIntent,
  { subscriptions }: Customer,
  { plans }: Catalog,
): CheckoutIntent {
  const productOf = (planId: string) => plans.find(({ id }) => id === planId)?.productId
  const owned = subscriptions
    .filter(({ contract }) => contract?.canceledAt === null)
    .map(({ planId }) => productOf(planId))
  const isOwned = owned.includes(findBySlug(plans, intent.plan).productId)
  const isFitting = intent.purchase === 'plan' ? !isOwned : isOwned
  if (isFitting || intent.pick % 4 === 0) return intent
  return { ...intent, plan: intent.plan === 'team' ? 'basic' : 'team' }
}

/** Null: none is sent; undefined: there is none that could be. */
function tokenOf(
  { token }: Extract<BillingIntent, { kind: 'changeSubscription' }>,
  { billing, subscriptions }: Customer,
  made: string | undefined,
): string | null | undefined {
  if (token === undefined) return null
  if (token === JUST_MADE) return made
  const preview = billing.previews.at(-token)
  const revised = subscriptions.find(({ id }) => id === preview?.subscriptionId)?.contract
    ?.revisedAt
  // Where something became of it in the same instant, nobody knows which of the two was first.
  return revised?.getTime() === preview?.at.getTime() ? undefined : preview?.id
}

/** What a change asks for. */
function wordsOf(
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

/** Whether the customer may still have a form or a challenge before it. */
const isOpen = ({ status }: InvoicePayment): boolean =>
  status === 'requires_action' || status === 'pending'
