import type { CheckoutRequest } from '../../model/checkout/checkout.ts'
import type { Answer } from '../../model/operation.ts'
import type { BillingIntent } from '../script/script.ts'
import type { CallOptions } from '../system/system.ts'
import type { Destination } from './perform.ts'
import type { Part, Request } from './request.ts'

const OF_ITS_PAGE = new Set(['lineItems', 'payments'])
const OF_A_DISPUTE = new Set(['id', 'paymentId', 'amount', 'status'])
const OF_A_CHECKOUT = new Set(['purpose', 'mode', 'dueToday'])
const OF_A_SESSION = new Set(['url'])
const OF_A_PREVIEW = new Set(['entitlementChanges', 'creditImpacts'])
const OF_A_LINE = new Set(['description', 'unitAmount'])
/** What is only begun has no answer that anybody sees. */
const BEGUN: Answer = { status: 200, body: undefined }

/** Sends what concerns subscriptions and invoices; null for what came to nothing. */
export async function performBilling(
  { intent, parts }: Request,
  { system, tenant, server, identitiesOf, disorder }: Destination,
): Promise<(Answer | null)[]> {
  const [part] = parts
  if (intent.kind === 'migratePlan') {
    const body = { planId: intent.plan, when: intent.when, dryRun: intent.dryRun === true }
    const answer = await system.call(server, tenant.key, 'migrateSubscriptions', { body })
    if (intent.dryRun) return [withoutTime(answer)]
    // One at a time; how far it gets is seen from the rows.
    return [answer.status === 200 ? BEGUN : null]
  }
  if (!part) return []
  const real = (id: string): string => identitiesOf(part.customerId).toReal(id)
  const { operation, customer } = part
  if (operation.kind === 'invoiceAtProvider') {
    const { card } = intent as Extract<BillingIntent, { kind: 'finishInvoicePayment' }>
    const attemptId = real(customer?.billing.payments[operation.index]?.attemptId ?? '')
    const became = await disorder.finishPayment(attemptId, card, server)
    return [became === operation.became ? BEGUN : null]
  }
  if (intent.kind === 'finishSetup') {
    await disorder.finishSetup(part.customerId, intent.card, server)
    return [BEGUN]
  }
  const { name, ...options } = callOf(part, real)
  const answer = summarised(await system.call(server, tenant.key, name, options))
  if (operation.kind === 'moveCustomer') return [answer.status === 200 ? BEGUN : answer]
  const isOfAll = operation.kind === 'advanceClock'
  return parts.map((_, place) => (isOfAll || place === parts.length - 1 ? answer : BEGUN))
}

/** Without what is not predicted: an invoice's lines are compared as rows. */
function summarised(answer: Answer): Answer {
  const { body } = answer
  if (typeof body !== 'object' || !body) return answer
  if ('paymentId' in body && 'reason' in body) return { ...answer, body: only(OF_A_DISPUTE, body) }
  if ('dueToday' in body) return { ...answer, body: only(OF_A_CHECKOUT, body) }
  if ('expiresAt' in body && 'url' in body) return { ...answer, body: without(OF_A_SESSION, body) }
  if ('lineItems' in body) return { ...answer, body: without(OF_ITS_PAGE, body) }
  if (!('prorationLines' in body)) return answer
  const prorationLines = (body.prorationLines as object[]).map((line) => without(OF_A_LINE, line))
  return { ...answer, body: { ...without(OF_A_PREVIEW, body), prorationLines } }
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
  const of = request.purchase === 'change' && { subscriptionId: real(request.subscriptionId) }
  return { purpose: 'subscription', customerId, planId, ...of }
}

/** Of a dry run nothing is written, so that it has no time of anybody's. */
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
      throw new Error(`nothing carries out ${operation.kind}`)
  }
}
