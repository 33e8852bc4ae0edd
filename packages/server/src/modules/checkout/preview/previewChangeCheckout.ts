import type { CheckoutPreview } from '@purser/contract'
import { invalidRequest, notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { findDefaultMethod } from '../../payments/read.ts'
import {
  type ChangeQuote,
  creditDeltas,
  creditImpacts,
  prepareChangeBill,
  quoteChange,
  quoteNextBill,
  readSubscriptionForPreview,
} from '../../subscriptions/index.ts'
import type { CheckoutBuyer, SessionRequest } from '../session/session.core.ts'
import { planDetails } from './planDetails.ts'
import { dueTodayOf, renderBill, warningsOf } from './preview.core.ts'

type PlanChangeSession = Extract<SessionRequest, { purpose: 'subscription' }>

/** Previews a change of a subscription to another plan. */
export async function previewChangeCheckout(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { customerId, offer }: CheckoutBuyer,
  { planId, quantities, couponCode, amountCents, ...request }: Omit<PlanChangeSession, 'uiMode'>,
): Promise<CheckoutPreview> {
  refuseCoupon(couponCode)
  const current = await readSubscriptionForPreview(tx, scope, request.subscriptionId ?? '')
  const { subscription, customer, now: at } = current
  if (subscription.customerId !== customerId) throw notFound('subscription', subscription.id)
  const quote = await quoteChange(tx, scope, current, { planId, quantities, offer })
  const bill = await prepareChangeBill(tx, billing, scope, quote)
  const { to, effectiveAt } = quote
  const next = await quoteNextBill(tx, billing, scope, current, quote)
  const method = await findDefaultMethod(tx, scope.environmentId, customerId)
  const { id: subscriptionId, trialEndsAt } = subscription
  const payer = { ...customer, hasMethod: method !== null }
  const customerTime = { customerId, at }
  const [creditImpact] = await creditImpacts(tx, scope, customerTime, creditDeltas(quote.credits))
  const { currency } = to.plan
  const amount = bill.total
  const date = quote.timing === 'now' ? next?.at : effectiveAt
  return {
    purpose: 'subscription',
    mode: modeOf(quote),
    currency,
    dueToday: dueTodayOf(payer, { amount, currency, invoicedAt: at }),
    ...renderBill(bill),
    ...(date && {
      schedule: { date: date.toISOString(), ...(next && { amountCents: next.amount }) },
    }),
    ...(creditImpact && { creditImpact }),
    warnings: warningsOf(payer, { amount, shown: amountCents }),
    details: {
      subscription: planDetails(to, {
        subscriptionId,
        trialEndsAt,
        nextBillingAt: next?.at ?? null,
      }),
    },
  }
}

/** Coupons apply only to new subscriptions. */
export function refuseCoupon(couponCode: string | undefined): void {
  if (couponCode === undefined) return
  throw invalidRequest([
    { path: 'couponCode', message: 'is allowed only for a new subscription: omit subscriptionId' },
  ])
}

/** A request without a change is a renewal. Any change except a downgrade is an upgrade. */
const modeOf = ({ isNothing, direction }: ChangeQuote): CheckoutPreview['mode'] => {
  if (isNothing) return 'renewal'
  return direction === 'downgrade' ? 'downgrade' : 'upgrade'
}
