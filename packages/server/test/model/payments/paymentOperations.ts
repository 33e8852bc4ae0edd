import { parseAmount } from '../../../src/kernel/amount.ts'
import { answerSession } from '../checkout/checkout.ts'
import { renderRule } from '../credits/render.ts'
import { openWallet, settle } from '../credits/wallet.ts'
import { answerPayment, answerVoid } from '../invoicing/collect.ts'
import { type Answer, type Handlers, ok, refused } from '../operation.ts'
import { type Customer, type Rule, subscriptionById } from '../state.ts'
import { contractOf, renderSubscription } from '../subscriptions/renderBilling.ts'
import { store } from './autoTopUps.ts'
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

/** An attempt by its place among those of its wallet, oldest first. */
interface AttemptPlace {
  readonly creditCurrencyId: string
  readonly index: number
}

/**
 * What concerns money. A request that has the provider act is begun, and answered by what has become
 * of it; in between, whoever hears from the provider first settles it.
 */
export type PaymentOperation =
  | { kind: 'attachCard'; behaviour: Behaviour; isDefault?: boolean }
  | { kind: 'setDefaultMethod' | 'detachMethod'; methodId: string }
  | { kind: 'replaceMethod'; methodId: string; newMethodId: string }
  | ({ kind: 'setRule'; creditCurrencyId: string } & RuleRequest)
  | { kind: 'disableRule'; creditCurrencyId: string }
  | ({ kind: 'beginTopUp'; flow: number } & TopUpRequest)
  | { kind: 'beginRefund'; flow: number; attemptId: string; amount?: number }
  | { kind: 'answerFlow'; flow: number; mayBeSilent: boolean }
  | ({ kind: 'fire'; became: 'pays' | 'invoiced' | SkipReason } & AttemptPlace)
  | { kind: 'refill'; creditCurrencyId: string }
  | ({
      kind: 'settleAttempt'
      status: PaymentStatus
      errorCode: string | null
      isOld: boolean
    } & AttemptPlace)
  | { kind: 'settleRefund'; index: number; status: 'succeeded' | 'failed'; isOld: boolean }
  | ({ kind: 'atProvider'; became: 'paid' | 'failed' } & AttemptPlace)

type RuleRequest = Pick<Rule, 'creditPackageId' | 'amount'> & {
  readonly threshold: number
  readonly monthlyChargeLimit?: number | null
}

const impossible = (why: string): Answer => ({ status: 0, body: why })

function attemptAt(customer: Customer, { creditCurrencyId, index }: AttemptPlace): Attempt | null {
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
    store(customer, now)
    const kept = wallet.rule?.monthlyChargeLimit ?? null
    const { monthlyChargeLimit = kept } = rest
    const what = { amount, creditPackageId, monthlyChargeLimit }
    wallet.rule = { isEnabled: true, threshold: parseAmount(threshold), ...what }
    return ok(renderRule(wallet.rule))
  },

  disableRule: ({ customer, now }, { creditCurrencyId }) => {
    const wallet = customer.wallets.get(creditCurrencyId)
    if (!wallet) return refused('not_found')
    settle(wallet, now)
    store(customer, now)
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

  answerFlow: ({ catalog, customer, now }, { flow, mayBeSilent }) => {
    const { money } = customer
    const begun = money.flows.get(flow)
    money.flows.delete(flow)
    if (!begun) return impossible('it was not begun')
    if ('answer' in begun) return begun.answer
    if ('refundId' in begun) {
      const refund = money.refunds.find(({ id }) => id === begun.refundId)
      return refund ? answerRefund(customer, refund, mayBeSilent) : impossible('no refund')
    }
    if ('invoicePaymentId' in begun) {
      const payment = customer.billing.payments.find(({ id }) => id === begun.invoicePaymentId)
      return payment ? answerPayment(customer, payment, mayBeSilent) : impossible('no payment')
    }
    if ('voidedId' in begun) {
      return answerVoid(catalog, customer, begun.voidedId, mayBeSilent, now)
    }
    if ('sessionId' in begun) return answerSession(customer, begun.sessionId, mayBeSilent)
    if ('setupFor' in begun) {
      const form = { checkoutSessionId: null, amount: null, subscriptionId: begun.setupFor }
      return {
        ...ok({ kind: 'requires_form', ...form, currency: null, invoiceId: null }),
        ...(mayBeSilent && { or: refused('unavailable') }),
      }
    }
    if ('canceledId' in begun) {
      const subscription = subscriptionById(customer, begun.canceledId)
      const { status, waiting } = contractOf(subscription)
      if (status !== 'incomplete' && !waiting) {
        return ok(renderSubscription(catalog, customer, subscription))
      }
      return mayBeSilent ? refused('unavailable') : impossible('the provider said how it stands')
    }
    const attempt = money.attempts.find(({ id }) => id === begun.attemptId)
    return attempt ? answerTopUp(attempt, mayBeSilent) : impossible('no attempt')
  },

  fire: ({ catalog, customer, now }, { became, ...place }) => {
    const attempt = attemptAt(customer, place)
    if (!attempt) return impossible('no such attempt')
    const decided = fire(catalog, customer, attempt, now)
    return decided === became ? ok(undefined) : impossible(`the rule says ${decided}`)
  },

  refill: ({ catalog, customer, now }, { creditCurrencyId }) =>
    refill(catalog, customer, creditCurrencyId, now)
      ? ok(undefined)
      : impossible('the wallet is not to be refilled'),

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

  atProvider: ({ customer }, { became, ...place }) => {
    const payment = attemptAt(customer, place)?.payment
    if (!payment) return impossible('nothing is to be paid')
    payment.atProvider = became
    return ok(undefined)
  },
}
