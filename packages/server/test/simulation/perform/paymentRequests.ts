import type { Operation } from '../../model/operation.ts'
import { amountTerms, packageTerms } from '../../model/payments/autoTopUps.ts'
import type { Attempt } from '../../model/payments/money.ts'
import type { Customer } from '../../model/state.ts'
import type { PaymentIntent } from '../script/script.ts'
import { findBySlug, type Part, partOf, type Request, type Setting } from './request.ts'

/** What is asked about a customer's money; null when there is nothing to do it to. */
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
  { catalog, mayBeSilent, nextFlow }: Setting,
): Operation[] | null {
  const { methods, attempts } = customer.money
  const chosen = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]
  const methodId = (pick: number): string | undefined => chosen(methods, pick)?.id
  /** Begun and answered: what happens in between is not the request's alone. */
  const staged = (begin: (flow: number) => Operation): Operation[] => {
    const flow = nextFlow()
    return [begin(flow), { kind: 'answerFlow', flow, mayBeSilent }]
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
      return staged((flow) => {
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
      const sold = findBySlug(catalog.creditPackages, intent.package)
      return staged((flow) => ({
        kind: 'beginTopUp',
        flow,
        creditCurrencyId: sold.creditCurrencyId,
        terms: packageTerms(sold),
        forceForm: intent.forceForm === true,
        withoutMethod: 'PACKAGE_REQUIRES_PM',
      }))
    }
    case 'refund': {
      const paid = attempts.filter(({ payment }) => payment !== null)
      const good = paid.filter(({ payment }) => payment?.status === 'succeeded')
      const attempt = chosen(good.length > 0 && intent.pick % 8 > 0 ? good : paid, intent.pick)
      if (!attempt?.terms) return null
      const { charge } = attempt.terms
      const amount =
        intent.share === undefined
          ? undefined
          : Math.max(1, Math.round((charge * intent.share) / 100))
      return staged((flow) => ({
        kind: 'beginRefund',
        flow,
        attemptId: attempt.id,
        ...(amount !== undefined && { amount }),
      }))
    }
    case 'finishPayment': {
      const attempt = chosen(attempts.filter(isOpen), intent.pick)
      if (!attempt) return null
      const { creditCurrencyId } = attempt
      const index = attempts
        .filter((each) => each.creditCurrencyId === creditCurrencyId)
        .indexOf(attempt)
      const became = intent.card === 'success' ? 'paid' : 'failed'
      return [{ kind: 'atProvider', creditCurrencyId, index, became }]
    }
  }
}

/** Whether the customer may still have a form or a challenge before it. */
const isOpen = ({ payment }: Attempt): boolean =>
  payment?.status === 'requires_action' || payment?.status === 'pending'
