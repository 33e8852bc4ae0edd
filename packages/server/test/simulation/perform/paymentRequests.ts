import type { Operation } from '../../model/operation.ts'
import { amountTerms, packageTerms } from '../../model/payments/autoTopUps.ts'
import type { Attempt } from '../../model/payments/money.ts'
import type { Customer } from '../../model/state.ts'
import type { PaymentIntent } from '../script/script.ts'
import { findBySlug, type Part, partOf, type Request, type Setting } from './request.ts'

/** Turns a payment intent into a request. Returns null if the customer has no suitable object. */
export function paymentRequest(intent: PaymentIntent, setting: Setting): Request | null {
  const customer = setting.customers[intent.customer]
  const operations = customer && operationsOf(intent, customer, setting)
  if (!operations) return null
  const parts: Part[] = operations.map((operation) => partOf(customer, operation))
  return { intent, parts, events: [] }
}

function operationsOf(
  intent: PaymentIntent,
  customer: Customer,
  { catalog, mayNotRespond, nextFlow }: Setting,
): Operation[] | null {
  const { methods, attempts } = customer.money
  const choose = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]
  const methodId = (pick: number): string | undefined => choose(methods, pick)?.id
  /**
   * Splits a request into its start and its response, because other operations may happen in
   * between.
   */
  const startAndAnswer = (begin: (flow: number) => Operation): Operation[] => {
    const flow = nextFlow()
    return [begin(flow), { kind: 'answerFlow', flow, mayNotRespond }]
  }
  switch (intent.kind) {
    case 'attachCard': {
      const { kind, behaviour, isDefault } = intent
      return [{ kind, behaviour, ...(isDefault !== undefined && { isDefault }) }]
    }
    case 'setDefaultMethod':
    case 'detachMethod': {
      const id = methodId(intent.pick)
      return id === undefined ? null : [{ kind: intent.kind, methodId: id }]
    }
    case 'replaceMethod': {
      const id = methodId(intent.pick)
      const newMethodId = methodId(intent.by)
      if (id === undefined || newMethodId === undefined || id === newMethodId) return null
      return [{ kind: 'replaceMethod', methodId: id, newMethodId }]
    }
    case 'setRule': {
      const { currency, threshold, amount = null, monthlyChargeLimit } = intent
      const creditPackageId =
        intent.package === undefined ? null : findBySlug(catalog.creditPackages, intent.package).id
      const creditCurrencyId = findBySlug(catalog.creditCurrencies, currency).id
      const limit = monthlyChargeLimit === undefined ? {} : { monthlyChargeLimit }
      const rule = { creditCurrencyId, threshold, amount, creditPackageId, ...limit }
      return [{ kind: 'setRule', ...rule }]
    }
    case 'disableRule': {
      const { id } = findBySlug(catalog.creditCurrencies, intent.currency)
      return [{ kind: 'disableRule', creditCurrencyId: id }]
    }
    case 'topUp':
      return startAndAnswer((flow) => {
        const currency = findBySlug(catalog.creditCurrencies, intent.currency)
        return {
          kind: 'beginTopUp',
          flow,
          creditCurrencyId: currency.id,
          terms: amountTerms(currency, intent.amount),
          forceForm: intent.forceForm === true,
          withoutMethod: 'TOPUP_REQUIRES_PM',
        }
      })
    case 'buyPackage': {
      const creditPackage = findBySlug(catalog.creditPackages, intent.package)
      return startAndAnswer((flow) => ({
        kind: 'beginTopUp',
        flow,
        creditCurrencyId: creditPackage.creditCurrencyId,
        terms: packageTerms(creditPackage),
        forceForm: intent.forceForm === true,
        withoutMethod: 'PACKAGE_REQUIRES_PM',
      }))
    }
    case 'refund': {
      const paidAttempts = attempts.filter(({ payment }) => payment !== null)
      const succeededAttempts = paidAttempts.filter(
        ({ payment }) => payment?.status === 'succeeded',
      )
      const attempt = choose(
        succeededAttempts.length > 0 && intent.pick % 8 > 0 ? succeededAttempts : paidAttempts,
        intent.pick,
      )
      if (!attempt?.terms) return null
      const { charge } = attempt.terms
      const amount =
        intent.share === undefined
          ? undefined
          : Math.max(1, Math.round((charge * intent.share) / 100))
      return startAndAnswer((flow) => ({
        kind: 'beginRefund',
        flow,
        attemptId: attempt.id,
        ...(amount !== undefined && { amount }),
      }))
    }
    case 'finishPayment': {
      const attempt = choose(attempts.filter(isOpen), intent.pick)
      if (!attempt) return null
      const { creditCurrencyId } = attempt
      const index = attempts
        .filter((each) => each.creditCurrencyId === creditCurrencyId)
        .indexOf(attempt)
      const outcome = intent.card === 'success' ? 'paid' : 'failed'
      return [{ kind: 'atProvider', creditCurrencyId, index, outcome }]
    }
  }
}

/** Checks whether the customer may still have an open form or challenge. */
const isOpen = ({ payment }: Attempt): boolean =>
  payment?.status === 'requires_action' || payment?.status === 'pending'
