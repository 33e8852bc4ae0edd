import type { CheckoutRequest } from '../../model/checkout/checkout.ts'
import type { Answer } from '../../model/operation.ts'
import type { BillingIntent } from '../script/script.ts'
import type { CallOptions } from '../system/system.ts'
import type { Destination } from './perform.ts'
import type { Part, Request } from './request.ts'

const INVOICE_FIELDS = new Set(['lineItems', 'payments'])
const DISPUTE_FIELDS = new Set(['id', 'paymentId', 'amount', 'status'])
const CHECKOUT_PREVIEW_FIELDS = new Set(['purpose', 'mode', 'dueToday'])
const UNPREDICTED_SESSION_FIELDS = new Set(['url'])
const UNPREDICTED_PREVIEW_FIELDS = new Set(['entitlementChanges', 'creditImpacts'])
const UNPREDICTED_LINE_FIELDS = new Set(['description', 'unitAmount'])
/** The start of a request has no separate response. */
const STARTED: Answer = { status: 200, body: undefined }

/** Sends a request about subscriptions and invoices. Returns null for parts that had no effect. */
export async function performBilling(
  { intent, parts }: Request,
  { system, tenant, server, identitiesOf, disorder }: Destination,
): Promise<(Answer | null)[]> {
  const [part] = parts
  if (intent.kind === 'migratePlan') {
    const body = { planId: intent.plan, when: intent.when, dryRun: intent.dryRun === true }
    const answer = await system.call(server, tenant.key, 'migrateSubscriptions', { body })
    if (intent.dryRun) return [withoutTime(answer)]
    // A migration moves one subscription at a time. The rows show which ones it has moved.
    return [answer.status === 200 ? STARTED : null]
  }
  if (!part) return []
  const real = (id: string): string => identitiesOf(part.customerId).toReal(id)
  const { operation, customer } = part
  if (operation.kind === 'invoiceAtProvider') {
    const { card } = intent as Extract<BillingIntent, { kind: 'finishInvoicePayment' }>
    const attemptId = real(customer?.billing.payments[operation.index]?.attemptId ?? '')
    const outcome = await disorder.finishPayment(attemptId, card, server)
    return [outcome === operation.outcome ? STARTED : null]
  }
  if (intent.kind === 'finishSetup') {
    await disorder.finishSetup(part.customerId, intent.card, server)
    return [STARTED]
  }
  const { name, ...options } = callOf(part, real)
  const answer = predictedPart(await system.call(server, tenant.key, name, options))
  if (operation.kind === 'moveCustomer') return [answer.status === 200 ? STARTED : answer]
  const isForAllParts = operation.kind === 'advanceClock'
  return parts.map((_, position) =>
    isForAllParts || position === parts.length - 1 ? answer : STARTED,
  )
}

/** Removes fields that are not predicted. Invoice lines are compared as rows instead. */
function predictedPart(answer: Answer): Answer {
  const { body } = answer
  if (typeof body !== 'object' || !body) return answer
  if ('paymentId' in body && 'reason' in body)
    return { ...answer, body: only(DISPUTE_FIELDS, body) }
  if ('dueToday' in body) return { ...answer, body: only(CHECKOUT_PREVIEW_FIELDS, body) }
  if ('expiresAt' in body && 'url' in body)
    return { ...answer, body: without(UNPREDICTED_SESSION_FIELDS, body) }
  if ('lineItems' in body) return { ...answer, body: without(INVOICE_FIELDS, body) }
  if (!('prorationLines' in body)) return answer
  const prorationLines = (body.prorationLines as object[]).map((line) =>
    without(UNPREDICTED_LINE_FIELDS, line),
  )
  return { ...answer, body: { ...without(UNPREDICTED_PREVIEW_FIELDS, body), prorationLines } }
}

const only = (names: ReadonlySet<string>, body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)))

const without = (names: ReadonlySet<string>, body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))

function checkoutBody(
  customerId: string,
  request: CheckoutRequest,
  real: (id: string) => string,
): object {
  if (request.purchase === 'invoice') {
    return { purpose: 'invoice_payment', customerId, invoiceId: real(request.invoiceId) }
  }
  const { planId } = request
  const subscription = request.purchase === 'change' && {
    subscriptionId: real(request.subscriptionId),
  }
  return { purpose: 'subscription', customerId, planId, ...subscription }
}

/** A dry run writes nothing, so its time is not compared. */
const withoutTime = (answer: Answer): Answer =>
  answer.status === 200
    ? { ...answer, body: { ...(answer.body as object), createdAt: undefined } }
    : answer

function callOf(
  { customerId, customer, operation }: Part,
  real: (id: string) => string,
): CallOptions & { name: string } {
  const ofInvoice = ({ invoiceId }: { invoiceId: string }) => ({ params: { id: real(invoiceId) } })
  switch (operation.kind) {
    case 'beginSubscribe': {
      const { kind: _, flow: _flow, ...request } = operation
      return { name: 'createSubscription', body: { customerId, ...request } }
    }
    case 'moveCustomer':
      return { name: 'putCustomer', params: { customerId }, body: operation.place }
    case 'beginCancel': {
      const params = { id: real(operation.subscriptionId) }
      return { name: 'cancelSubscription', params, body: { when: operation.when } }
    }
    case 'beginChange': {
      const { subscriptionId, planId, quantities, when, previewToken } = operation
      const params = { id: real(subscriptionId) }
      const token = previewToken !== undefined && { previewToken: real(previewToken) }
      const body = { planId, quantities, when, ...token }
      return { name: 'changeSubscription', params, body }
    }
    case 'beginCheckout': {
      const body = { ...checkoutBody(customerId, operation, real), uiMode: 'embedded' }
      return { name: 'createCheckoutSession', body }
    }
    case 'previewCheckout':
      return { name: 'previewCheckout', body: checkoutBody(customerId, operation, real) }
    case 'readCheckout':
      return { name: 'getCheckoutSessionStatus', params: { id: real(operation.sessionId) } }
    case 'openDispute':
      return { name: 'openSandboxDispute', body: { paymentId: real(operation.paymentId) } }
    case 'closeDispute': {
      const params = { id: real(operation.disputeId) }
      return { name: 'closeSandboxDispute', params, body: { outcome: operation.outcome } }
    }
    case 'previewChange': {
      const { subscriptionId, planId, quantities, when } = operation
      const params = { id: real(subscriptionId) }
      return { name: 'previewSubscriptionChange', params, body: { planId, quantities, when } }
    }
    case 'pause':
      return { name: 'pauseSubscription', params: { id: real(operation.subscriptionId) } }
    case 'beginAddItem': {
      const { subscriptionId, planId } = operation
      return { name: 'addSubscriptionItem', params: { id: real(subscriptionId) }, body: { planId } }
    }
    case 'removeItem': {
      const { subscriptionId, itemId, when } = operation
      const params = { id: real(subscriptionId), itemId: real(itemId) }
      return { name: 'removeSubscriptionItem', params, query: { when } }
    }
    case 'advanceClock': {
      const params = { id: customer?.clock?.id ?? '' }
      return { name: 'advanceTestClock', params, body: { to: operation.to } }
    }
    case 'resume':
      return { name: 'resumeSubscription', params: { id: real(operation.subscriptionId) } }
    case 'beginPayInvoice':
      return { name: 'payInvoice', ...ofInvoice(operation), body: { amount: operation.amount } }
    case 'beginVoid':
      return { name: 'voidInvoice', ...ofInvoice(operation) }
    case 'markUncollectible':
      return { name: 'markInvoiceUncollectible', ...ofInvoice(operation) }
    case 'recordPayment': {
      const { amount } = operation
      return { name: 'recordInvoicePayment', ...ofInvoice(operation), body: { amount } }
    }
    case 'creditInvoice': {
      const { amount, refund } = operation
      return { name: 'createCreditNote', ...ofInvoice(operation), body: { amount, refund } }
    }
    default:
      throw new Error(`no endpoint or use case for ${operation.kind}`)
  }
}
