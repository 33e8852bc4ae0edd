import type { Answer } from '../../model/operation.ts'
import { isWorker, type PaymentIntent } from '../script/script.ts'
import type { CallOptions } from '../system/system.ts'
import type { Destination } from './perform.ts'
import type { Part, Request } from './request.ts'

/** The start of a request has no separate response. */
const STARTED: Answer = { status: 200, body: undefined }

/** Sends a request about payments. Returns null for parts that had no effect. */
export async function performPayment(
  { intent, parts }: Request,
  { system, tenant, server, identitiesOf, disorder }: Destination,
): Promise<(Answer | null)[]> {
  if (isWorker(intent)) {
    await disorder.act(intent, server)
    return []
  }
  const [part] = parts
  if (!part) return []
  const real = (id: string): string => identitiesOf(part.customerId).toReal(id)
  if (intent.kind === 'finishPayment') {
    const outcome = await disorder.finishPayment(attemptOf(part, real), intent.card, server)
    if (part.operation.kind !== 'atProvider' || outcome !== part.operation.outcome) return [null]
    return [STARTED]
  }
  const { name, ...options } = callOf(intent as PaymentIntent, part, real)
  const answer = await system.call(server, tenant.key, name, options)
  return parts.map((_, place) => (place === parts.length - 1 ? answer : STARTED))
}

const attemptOf = ({ customer, operation }: Part, real: (id: string) => string): string => {
  if (operation.kind !== 'atProvider') throw new Error('no payment is open at the provider')
  const { creditCurrencyId, index } = operation
  const ofWallet = customer?.money.attempts.filter(
    (each) => each.creditCurrencyId === creditCurrencyId,
  )
  return real(ofWallet?.[index]?.id ?? '')
}

function callOf(
  intent: PaymentIntent,
  { customerId, customer, operation }: Part,
  real: (id: string) => string,
): CallOptions & { name: string } {
  const form = 'forceForm' in intent && { forceForm: true }
  switch (operation.kind) {
    case 'attachCard': {
      const { behaviour, isDefault } = operation
      const body = { customerId, behaviour, isDefault }
      return { name: 'attachSandboxPaymentMethod', body }
    }
    case 'setDefaultMethod': {
      const params = { id: real(operation.methodId) }
      return { name: 'setDefaultPaymentMethod', params, body: { customerId } }
    }
    case 'detachMethod': {
      const params = { id: real(operation.methodId) }
      return { name: 'detachPaymentMethod', params, query: { customerId } }
    }
    case 'replaceMethod': {
      const oldPaymentMethodId = real(operation.methodId)
      const newPaymentMethodId = real(operation.newMethodId)
      const body = { customerId, oldPaymentMethodId, newPaymentMethodId }
      return { name: 'replacePaymentMethod', body }
    }
    case 'setRule': {
      const { creditCurrencyId, threshold, amount, creditPackageId, monthlyChargeLimit } = operation
      const purchase =
        amount === null
          ? { mode: 'package', creditPackageId }
          : { mode: 'amount', topupAmount: amount }
      const params = { customerId, creditCurrencyId }
      return { name: 'setAutoTopUp', params, body: { ...purchase, threshold, monthlyChargeLimit } }
    }
    case 'disableRule': {
      const params = { customerId, creditCurrencyId: operation.creditCurrencyId }
      return { name: 'disableAutoTopUp', params }
    }
    case 'beginTopUp': {
      const { creditCurrencyId, terms } = operation
      if (terms.creditPackageId !== null) {
        const params = { id: terms.creditPackageId }
        return { name: 'buyCreditPackage', params, body: { customerId, ...form } }
      }
      const body = { customerId, creditCurrencyId, amountCents: terms.charge, ...form }
      return { name: 'topUp', body }
    }
    case 'beginRefund': {
      const { attemptId, amount } = operation
      const payment = customer?.money.attempts.find(({ id }) => id === attemptId)?.payment
      return { name: 'refundPayment', params: { id: real(payment?.id ?? '') }, body: { amount } }
    }
    default:
      throw new Error(`no endpoint or use case for ${operation.kind}`)
  }
}
