import type { CheckoutPreview } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Billing, prepareBill } from '../../invoicing/index.ts'
import { findDefaultMethod } from '../../payments/read.ts'
import {
  quoteItem,
  quoteItemCredits,
  readSubscriptionForPreview,
} from '../../subscriptions/index.ts'
import type { CheckoutBuyer, SessionRequest } from '../session/session.core.ts'
import { planDetails } from './planDetails.ts'
import { dueTodayOf, EMPTY_BILL, renderBill, warningsOf } from './preview.core.ts'

type AddonRequest = Extract<SessionRequest, { purpose: 'addon_purchase' }>

/** Previews the price of an add-on for the rest of the billing period. */
export async function previewAddon(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { customerId, offer }: CheckoutBuyer,
  { planId, subscriptionId, quantities }: Omit<AddonRequest, 'uiMode'>,
): Promise<CheckoutPreview> {
  const current = await readSubscriptionForPreview(tx, scope, subscriptionId)
  const { subscription, customer, now: at } = current
  if (subscription.customerId !== customerId) throw notFound('subscription', subscriptionId)
  const quote = await quoteItem(tx, scope, current, { planId, quantities, offer })
  const { plan, request } = quote
  const bill = request && (await prepareBill(tx, billing.tax, scope, request))
  const method = await findDefaultMethod(tx, scope.environmentId, customerId)
  const { currentPeriodEnd, trialEndsAt } = subscription
  const payer = { ...customer, hasMethod: method !== null }
  const [creditImpact] = await quoteItemCredits(tx, scope, current, quote)
  const amount = bill?.total ?? 0
  const { currency } = plan.plan
  return {
    purpose: 'addon_purchase',
    mode: 'new',
    currency,
    dueToday: dueTodayOf(payer, { amount, currency, invoicedAt: at }),
    ...(bill ? renderBill(bill) : EMPTY_BILL),
    ...(currentPeriodEnd && { schedule: { date: currentPeriodEnd.toISOString() } }),
    ...(creditImpact && { creditImpact }),
    warnings: warningsOf(payer, { amount }),
    details: {
      addonPurchase: planDetails(plan, {
        subscriptionId,
        trialEndsAt,
        nextBillingAt: currentPeriodEnd,
      }),
    },
  }
}
