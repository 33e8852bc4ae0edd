import type { CheckoutPreview } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { type CreationPreview, previewCreation } from '../../subscriptions/index.ts'
import type { CheckoutBuyer, SessionRequest } from '../session/session.core.ts'
import { planDetails } from './planDetails.ts'
import { dueTodayOf, EMPTY_BILL, lineItemOf, renderBill, warningsOf } from './preview.core.ts'

type SubscriptionRequest = Extract<SessionRequest, { purpose: 'subscription' }>

/** Previews a new subscription: the amount due today and the next bill. */
export async function previewSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { customerId, offer }: CheckoutBuyer,
  { planId, quantities, couponCode, amountCents }: Omit<SubscriptionRequest, 'uiMode'>,
): Promise<CheckoutPreview> {
  const quote = await previewCreation(tx, billing, scope, {
    customerId,
    planId,
    offer,
    quantities,
    couponCode,
  })
  const { customer, plan, trial, at, dueNow: amount, nextBilling, creditImpacts } = quote
  const payer = { ...customer, hasMethod: quote.method !== null }
  const { currency } = plan.plan
  const [creditImpact] = creditImpacts
  return {
    purpose: 'subscription',
    mode: 'new',
    currency,
    dueToday: dueTodayOf(payer, { amount, currency, invoicedAt: at }),
    ...billOf(quote),
    ...(nextBilling && {
      schedule: { date: nextBilling.at.toISOString(), amountCents: nextBilling.amount },
    }),
    ...(creditImpact && { creditImpact }),
    warnings: warningsOf(payer, {
      amount,
      shown: amountCents,
      trialNeedsMethod: trial?.needsMethod ?? false,
    }),
    details: {
      subscription: planDetails(plan, {
        subscriptionId: null,
        trialEndsAt: trial?.endsAt ?? null,
        nextBillingAt: nextBilling?.at ?? null,
      }),
    },
  }
}

/**
 * Today's bill. During a trial it is empty, and the lines that the trial postpones are shown muted.
 */
const billOf = ({ bill, trial }: CreationPreview) =>
  trial
    ? { ...EMPTY_BILL, lineItems: bill.lines.map((line) => lineItemOf(line, true)) }
    : renderBill(bill)
