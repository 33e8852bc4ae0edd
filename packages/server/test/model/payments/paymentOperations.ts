import { parseAmount } from '../../../src/kernel/amount.ts'
import { answerSession } from '../checkout/checkout.ts'
import { renderRule } from '../credits/render.ts'
import { openWallet, settle } from '../credits/wallet.ts'
import { answerPayment, answerVoid } from '../invoicing/collect.ts'
import { type Answer, type Handlers, ok, refused } from '../operation.ts'
import { type Customer, type Rule, subscriptionById } from '../state.ts'
import { contractOf, renderSubscription } from '../subscriptions/renderBilling.ts'
import { endTransaction } from './autoTopUps.ts'
import type { Attempt, Behaviour, PaymentStatus, SkipReason } from './money.ts'
import { detach, keepMethod, renderMethod, replace, setDefault } from './paymentMethods.ts'
import { answerRefund, beginRefund, settleRefund } from './refunds.ts'
import {
  answerTopUp,
  beginTopUp,
  fire,
  refill,
  settleAttempt,
  type TopUpRequest,
} from './topUps.ts'

/** Identifies an attempt by its position among the attempts of its wallet, oldest first. */
interface AttemptPosition {
  readonly creditCurrencyId: string
  readonly index: number
}

/**
 * Operations on payments. A request that calls the provider has two operations: one starts it, the
 * other produces its response. In between, the first process to learn the outcome settles the
 * payment.
 */
export type PaymentOperation =
  | { kind: 'attachCard'; behaviour: Behaviour; isDefault?: boolean }
  | { kind: 'setDefaultMethod' | 'detachMethod'; methodId: string }
  | { kind: 'replaceMethod'; methodId: string; newMethodId: string }
  | ({ kind: 'setRule'; creditCurrencyId: string } & RuleRequest)
  | { kind: 'disableRule'; creditCurrencyId: string }
  | ({ kind: 'beginTopUp'; flow: number } & TopUpRequest)
  | { kind: 'beginRefund'; flow: number; attemptId: string; amount?: number }
  | { kind: 'answerFlow'; flow: number; mayNotRespond: boolean }
  | ({ kind: 'fire'; outcome: 'pays' | 'invoiced' | SkipReason } & AttemptPosition)
  | { kind: 'refill'; creditCurrencyId: string }
  | ({
      kind: 'settleAttempt'
      status: PaymentStatus
      errorCode: string | null
      isOld: boolean
    } & AttemptPosition)
  | { kind: 'settleRefund'; index: number; status: 'succeeded' | 'failed'; isOld: boolean }
  | ({ kind: 'atProvider'; outcome: 'paid' | 'failed' } & AttemptPosition)

type RuleRequest = Pick<Rule, 'creditPackageId' | 'amount'> & {
  readonly threshold: number
  readonly monthlyChargeLimit?: number | null
}

const impossible = (reason: string): Answer => ({ status: 0, body: reason })

function attemptAt(
  customer: Customer,
  { creditCurrencyId, index }: AttemptPosition,
): Attempt | null {
  const ofWallet = customer.money.attempts.filter(
    (attempt) => attempt.creditCurrencyId === creditCurrencyId,
  )
  return ofWallet[index] ?? null
}

export const paymentHandlers: Handlers<PaymentOperation['kind']> = {
  attachCard: ({ customer, now }, { behaviour, isDefault }) =>
    ok(renderMethod(customer, keepMethod(customer, behaviour, isDefault, now))),
  setDefaultMethod: ({ customer }, { methodId }) => setDefault(customer, methodId),
  detachMethod: ({ customer }, { methodId }) => detach(customer, methodId),
  replaceMethod: ({ customer }, { methodId, newMethodId }) =>
    replace(customer, methodId, newMethodId),

  setRule: (
    { customer, now },
    { creditCurrencyId, threshold, amount, creditPackageId, ...rest },
  ) => {
    const wallet = openWallet(customer, creditCurrencyId)
    settle(wallet, now)
    endTransaction(customer, now)
    const previousLimit = wallet.rule?.monthlyChargeLimit ?? null
    const { monthlyChargeLimit = previousLimit } = rest
    const purchase = { amount, creditPackageId, monthlyChargeLimit }
    wallet.rule = { isEnabled: true, threshold: parseAmount(threshold), ...purchase }
    return ok(renderRule(wallet.rule))
  },

  disableRule: ({ customer, now }, { creditCurrencyId }) => {
    const wallet = customer.wallets.get(creditCurrencyId)
    if (!wallet) return refused('not_found')
    settle(wallet, now)
    endTransaction(customer, now)
    if (wallet.rule) wallet.rule = { ...wallet.rule, isEnabled: false }
    return ok(renderRule(wallet.rule))
  },

  beginTopUp: ({ customer, now }, { flow, kind: _, ...request }) => {
    customer.money.flows.set(flow, beginTopUp(customer, request, now))
    return ok(undefined)
  },

  beginRefund: ({ customer, now }, { flow, attemptId, amount }) => {
    const attempt = customer.money.attempts.find(({ id }) => id === attemptId)
    if (!attempt) return impossible('no such attempt')
    customer.money.flows.set(flow, beginRefund(customer, attempt, amount, now))
    return ok(undefined)
  },

  answerFlow: ({ catalog, customer, now }, { flow, mayNotRespond }) => {
    const { money } = customer
    const started = money.flows.get(flow)
    money.flows.delete(flow)
    if (!started) return impossible('the request was not started')
    if ('answer' in started) return started.answer
    if ('refundId' in started) {
      const refund = money.refunds.find(({ id }) => id === started.refundId)
      return refund ? answerRefund(customer, refund, mayNotRespond) : impossible('no refund')
    }
    if ('invoicePaymentId' in started) {
      const payment = customer.billing.payments.find(({ id }) => id === started.invoicePaymentId)
      return payment ? answerPayment(customer, payment, mayNotRespond) : impossible('no payment')
    }
    if ('voidedId' in started) {
      return answerVoid(catalog, customer, started.voidedId, mayNotRespond, now)
    }
    if ('sessionId' in started) return answerSession(customer, started.sessionId, mayNotRespond)
    if ('setupFor' in started) {
      const form = { checkoutSessionId: null, amount: null, subscriptionId: started.setupFor }
      return {
        ...ok({ kind: 'requires_form', ...form, currency: null, invoiceId: null }),
        ...(mayNotRespond && { or: refused('unavailable') }),
      }
    }
    if ('canceledId' in started) {
      const subscription = subscriptionById(customer, started.canceledId)
      const { status, waiting } = contractOf(subscription)
      if (status !== 'incomplete' && !waiting) {
        return ok(renderSubscription(catalog, customer, subscription))
      }
      return mayNotRespond ? refused('unavailable') : impossible('the provider reported the status')
    }
    const attempt = money.attempts.find(({ id }) => id === started.attemptId)
    return attempt ? answerTopUp(attempt, mayNotRespond) : impossible('no attempt')
  },

  fire: ({ catalog, customer, now }, { outcome, ...place }) => {
    const attempt = attemptAt(customer, place)
    if (!attempt) return impossible('no such attempt')
    const decision = fire(catalog, customer, attempt, now)
    return decision === outcome ? ok(undefined) : impossible(`the rule decided ${decision}`)
  },

  refill: ({ catalog, customer, now }, { creditCurrencyId }) =>
    refill(catalog, customer, creditCurrencyId, now)
      ? ok(undefined)
      : impossible('the wallet must not be refilled'),

  settleAttempt: ({ customer, now }, { status, errorCode, isOld, ...place }) => {
    const attempt = attemptAt(customer, place)
    if (!attempt) return impossible('no such attempt')
    const problem = settleAttempt(customer, attempt, { status, errorCode, isOld }, now)
    return problem === null ? ok(undefined) : impossible(problem)
  },

  settleRefund: ({ customer, now }, { index, status, isOld }) => {
    const refund = customer.money.refunds[index]
    if (!refund) return impossible('no such refund')
    const problem = settleRefund(customer, refund, { status, isOld }, now)
    return problem === null ? ok(undefined) : impossible(problem)
  },

  atProvider: ({ customer }, { outcome, ...place }) => {
    const payment = attemptAt(customer, place)?.payment
    if (!payment) return impossible('no payment is open')
    payment.atProvider = outcome
    return ok(undefined)
  },
}
