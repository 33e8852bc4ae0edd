import type { Plan } from '@purser/contract'
import { type Amount, add, parseAmount, ZERO } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BillRequest } from '../../invoicing/index.ts'
import { type ItemTerms, isSameCycle } from '../change/change.core.ts'
import { refuseChange } from '../change/refuseChange.ts'
import { findDiscount } from '../coupons/redeemCoupon.ts'
import { openingLines } from '../period/chargeLines.core.ts'
import { portionOfCycle } from '../period/proration.core.ts'
import { ruleTerms } from '../planCredits/creditShares.core.ts'
import { creditDeltas, quoteCreditChange } from '../planCredits/quoteCreditChange.ts'
import { type CreditImpact, creditImpacts } from '../planCredits/quoteCredits.ts'
import {
  findOfferedPlan,
  type PlanOffer,
  refuseUnlessOnSale,
} from '../subscription/findOfferedPlan.ts'
import { type LoadedPlan, loadPlan, toLoadedPlan } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { seatsOf } from '../subscription/seats.core.ts'
import type { Quantities, SubscriptionRecord } from '../subscription/subscription.core.ts'

export interface ItemInput {
  /** Id or slug. */
  readonly planId: string
  /** The plans that the caller may choose from. */
  readonly offer: PlanOffer
  readonly quantities?: Quantities | undefined
}

/** The costs of an add-on for the rest of the period. */
interface ItemQuote {
  readonly plan: LoadedPlan
  /** The bill of the add-on. Null if it bills nothing. */
  readonly request: BillRequest | null
  readonly terms: ItemTerms
}

/** Checks that an add-on can be added and computes its bill lines without writing anything. */
export async function quoteItem(
  tx: Tx,
  scope: Scope,
  loaded: LoadedSubscription,
  input: ItemInput,
): Promise<ItemQuote> {
  const { customer, subscription, now: at } = loaded
  await refuseChange(tx, scope, subscription, at)
  const itemId = newIdInBucket('subscription', bucketOf(scope.environmentId, customer.id))
  const plan = await findAddOn(tx, scope, loaded, input, itemId)
  const request =
    subscription.status === 'trialing'
      ? null
      : {
          customer,
          currency: plan.plan.currency,
          lines: openingLines(plan, restOfPeriod(loaded, plan), { isFirst: true }),
          discount: await itemDiscount(tx, scope, subscription),
          takesPending: true,
          at,
        }
  return {
    plan,
    request,
    terms: {
      itemId,
      planId: plan.planId,
      planVersion: plan.plan.version,
      quantities: plan.quantities,
      at: at.toISOString(),
    },
  }
}

function restOfPeriod(
  { customer: { timezone }, subscription, now: start }: LoadedSubscription,
  { cycle }: LoadedPlan,
) {
  const { currentPeriodEnd: end } = subscription
  const portion = portionOfCycle(cycle, { start, end: end ?? start }, timezone)
  return { period: { start, end: cycle.interval === 'none' ? null : end }, portion }
}

/** An amount-off coupon has already reduced the period's own bill and must not apply twice. */
async function itemDiscount(tx: Tx, scope: Scope, subscription: SubscriptionRecord) {
  const discount = await findDiscount(tx, scope, subscription, 'present')
  return discount?.amountOff === null ? discount : null
}

async function findAddOn(
  tx: Tx,
  { environmentId }: Scope,
  { subscription, items }: LoadedSubscription,
  { quantities, ...request }: ItemInput,
  itemId: string,
): Promise<LoadedPlan> {
  const plan = await findOfferedPlan(tx, environmentId, request)
  const base = await loadPlan(tx, environmentId, subscription)
  if (plan.kind !== 'addon') {
    throw invalidRequest([
      {
        path: 'planId',
        message: 'is not an add-on: change the plan with POST /v1/subscriptions/:id/change',
      },
    ])
  }
  if (plan.productId !== subscription.productId) {
    throw new PurserError(
      'invalid_state',
      `Add-on "${plan.slug}" belongs to a different product. Choose an add-on of the subscription's product.`,
    )
  }
  await refuseUnlessOnSale(tx, environmentId, plan)
  if (plan.currency !== base.plan.currency) {
    throw new PurserError(
      'currency_mismatch',
      `Add-on "${plan.slug}" is in ${plan.currency}, but the subscription is in ${base.plan.currency}: choose an add-on in ${base.plan.currency}.`,
    )
  }
  if (plan.interval !== 'none' && !isSameCycle(plan, base.cycle)) {
    throw new PurserError(
      'invalid_state',
      `Add-on "${plan.slug}" is not billed in the interval of the subscription: choose one that is.`,
    )
  }
  await refusePendingInterval(tx, environmentId, subscription, plan)
  const existing = items.find((item) => item.planId === plan.id)
  if (existing) {
    throw new PurserError(
      'already_exists',
      `The subscription already has add-on "${plan.slug}": remove it first (DELETE /v1/subscriptions/:id/items/${existing.id}).`,
      { details: { itemId: existing.id } },
    )
  }
  const seats = seatsOf(plan, quantities)
  if ('problems' in seats) throw invalidRequest(seats.problems)
  const { quantities: soldSeats } = seats
  const { billingAnchor } = subscription
  return toLoadedPlan(tx, environmentId, plan, { id: itemId, quantities: soldSeats, billingAnchor })
}

/**
 * Throws if a pending change moves the subscription to an interval in which the add-on is not
 * billed.
 */
async function refusePendingInterval(
  tx: Tx,
  environmentId: string,
  subscription: SubscriptionRecord,
  { slug, ...cycle }: Plan,
): Promise<void> {
  const { pendingChange } = subscription
  if (pendingChange === null || cycle.interval === 'none') return
  const next = await loadPlan(tx, environmentId, { ...subscription, ...pendingChange })
  if (isSameCycle(cycle, next.cycle)) return
  throw new PurserError(
    'invalid_state',
    `The subscription changes to plan "${next.plan.slug}" at the end of its period, and add-on "${slug}" is not billed in the interval of that plan: choose another add-on, or cancel the change (POST /v1/subscriptions/:id/change with the current plan).`,
  )
}

/**
 * Credits that an add-on grants when it is added. Rules that grant per period grant the remaining
 * share.
 */
export async function quoteItemCredits(
  tx: Tx,
  scope: Scope,
  { customer, subscription, now: at }: LoadedSubscription,
  { plan }: Pick<ItemQuote, 'plan'>,
): Promise<CreditImpact[]> {
  const { id: customerId, timezone } = customer
  const period = {
    start: subscription.currentPeriodStart ?? at,
    end: subscription.currentPeriodEnd,
  }
  const change = await quoteCreditChange(tx, scope, {
    subscription: { id: plan.subscriptionId, customerId, creditShares: {} },
    before: [],
    after: ruleTerms(plan, { cycle: plan.cycle, period, at, timezone }),
    at,
    now: at,
    givenBack: 0,
  })
  const deltas = new Map<string, Amount>(creditDeltas(change))
  for (const { cadence, creditCurrencyId, amount } of plan.plan.grantRules) {
    if (cadence !== 'once') continue
    deltas.set(creditCurrencyId, add(deltas.get(creditCurrencyId) ?? ZERO, parseAmount(amount)))
  }
  return creditImpacts(tx, scope, { customerId, at }, deltas)
}
