import type { Answer } from '../model/operation.ts'
import type { Destination } from './perform.ts'
import type { Part, Request } from './request.ts'
import type { BillingIntent } from './script.ts'
import type { CallOptions } from './system.ts'

const OF_ITS_PAGE = new Set(['lineItems', 'payments'])
/** What is only begun has no answer that anybody sees. */
const BEGUN: Answer = { status: 200, body: undefined }

/** Sends what concerns subscriptions and invoices; null for what came to nothing. */
export async function performBilling(
  { intent, parts }: Request,
  { system, tenant, server, identitiesOf, disorder }: Destination,
): Promise<(Answer | null)[]> {
  const [part] = parts
  if (!part) return []
  const real = (id: string): string => identitiesOf(part.customerId).toReal(id)
  const { operation, customer } = part
  if (operation.kind === 'invoiceAtProvider') {
    const { card } = intent as Extract<BillingIntent, { kind: 'finishInvoicePayment' }>
    const attemptId = real(customer?.billing.payments[operation.index]?.attemptId ?? '')
    const became = await disorder.finishPayment(attemptId, card, server)
    return [became === operation.became ? BEGUN : null]
  }
  const { name, ...options } = callOf(part, real)
  const answer = summarised(await system.call(server, tenant.key, name, options))
  return parts.map((_, place) => (place === parts.length - 1 ? answer : BEGUN))
}

/** An invoice without what only its own page shows: its lines are compared as rows. */
function summarised(answer: Answer): Answer {
  if (typeof answer.body !== 'object' || !answer.body || !('lineItems' in answer.body))
    return answer
  const shown = Object.entries(answer.body).filter(([name]) => !OF_ITS_PAGE.has(name))
  return { ...answer, body: Object.fromEntries(shown) }
}

function callOf(
  { customerId, operation }: Part,
  real: (id: string) => string,
): CallOptions & { name: string } {
  switch (operation.kind) {
    case 'beginSubscribe': {
      const { planId, quantities } = operation
      return { name: 'createSubscription', body: { customerId, planId, quantities } }
    }
    case 'beginCancel': {
      const params = { id: real(operation.subscriptionId) }
      return { name: 'cancelSubscription', params, body: { when: operation.when } }
    }
    case 'beginChange': {
      const { subscriptionId, planId, quantities, when } = operation
      const params = { id: real(subscriptionId) }
      return { name: 'changeSubscription', params, body: { planId, quantities, when } }
    }
    case 'resume':
      return { name: 'resumeSubscription', params: { id: real(operation.subscriptionId) } }
    case 'beginPayInvoice':
      return { name: 'payInvoice', params: { id: real(operation.invoiceId) }, body: {} }
    case 'voidInvoice':
      return { name: 'voidInvoice', params: { id: real(operation.invoiceId) } }
    default:
      throw new Error(`nothing carries out ${operation.kind}`)
  }
}
