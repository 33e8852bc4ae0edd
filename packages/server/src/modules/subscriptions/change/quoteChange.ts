import type { Plan } from '@purser/contract'
import { formatAmount, parseAmount } from '../../../kernel/amount.ts'
import type { BillingPeriod } from '../../../kernel/calendar.ts'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Bill } from '../../invoicing/core.ts'
import { type Billing, type BillRequest, prepareBill } from '../../invoicing/index.ts'
import { listLinesBilledAhead } from '../../invoicing/read.ts'
import { findDiscount } from '../coupons/redeemCoupon.ts'
import { END_OF_TIME, isOfPlan, readUsage, withInvoicedAmounts } from '../period/readUsage.ts'
import type { ChargedUsage } from '../period/usageLines.core.ts'
import { rulesOfChange } from '../planCredits/creditShares.core.ts'
import { type CreditChangeQuote, quoteCreditChange } from '../planCredits/quoteCreditChange.ts'
import {
  findOfferedPlan,
  type PlanOffer,
  refuseUnlessOnSale,
} from '../subscription/findOfferedPlan.ts'
import { type LoadedPlan, loadPlan, toLoadedPlan } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { sameSeats, seatsOf, seatsSoldBy } from '../subscription/seats.core.ts'
import type { Quantities, SubscriptionRecord } from '../subscription/subscription.core.ts'
import {
  type BilledUsage,
  isSameCycle,
  type PlanChangeTerms,
  periodAfterChange,
} from './change.core.ts'
import {
  billsUsage,
  type ChangeLines,
  changeDiscount,
  changeLines,
  NO_LINES,
  type PlanChange,
  withheldLines,
} from './changeLines.core.ts'
import { type ChangeDirection, type ChangeTiming, directionOf, timingOf } from './direction.core.ts'
import { refuseChange, refuseIncompatibleChange } from './refuseChange.ts'

export interface ChangeInput {
  /** Id or slug. */
  readonly planId: string
  /** The plans that the caller may choose from. */
  readonly offer: PlanOffer
  readonly quantities?: Quantities | undefined
  readonly when?: ChangeTiming | undefined
}

/** The terms of a change, at an instant of the customer's time. */
export interface ChangeQuote {
  readonly from: LoadedPlan
  readonly to: LoadedPlan
  /** True if the subscription already has this plan and these seats. */
  readonly isNothing: boolean
  readonly direction: ChangeDirection
  readonly timing: ChangeTiming
  readonly effectiveAt: Date
  /** The period after the change, and the anchor of later ones. */
  readonly period: BillingPeriod
  readonly anchor: Date
  readonly lines: ChangeLines
  readonly credits: CreditChangeQuote
  /** The bill of the change. Null if it bills nothing. */
  readonly request: BillRequest | null
  readonly terms: PlanChangeTerms
}

interface QuoteOptions {
  /** The customer's time for which amounts are computed. Default: now. */
  readonly at?: Date
  /** The usage that a preview showed. Later usage waits for the next invoice. */
  readonly usage?: readonly BilledUsage[]
}

/**
 * Checks a change and determines its terms and bill lines without writing anything. A preview and
 * the change itself use the same quote, so that the customer pays the previewed amount.
 */
export async function quoteChange(
  tx: Tx,
  scope: Scope,
  loaded: LoadedSubscription,
  { when, ...target }: ChangeInput,
  options: QuoteOptions = {},
): Promise<ChangeQuote> {
  const { subscription, now } = loaded
  await refuseChange(tx, scope, subscription, now)
  const from = await loadPlan(tx, scope.environmentId, subscription)
  const to = await findChangeTarget(tx, scope, subscription, from, target)
  return quotePlanChange(tx, scope, loaded, { from, to, when }, options)
}

/** Quotes a change between two plan versions that have been checked. */
export async function quotePlanChange(
  tx: Tx,
  scope: Scope,
  loaded: LoadedSubscription,
  { from, to, when }: { from: LoadedPlan; to: LoadedPlan; when: ChangeTiming | undefined },
  { at = loaded.now, usage: previewedUsage }: QuoteOptions = {},
): Promise<ChangeQuote> {
  const { customer, subscription, now } = loaded
  const { timezone } = customer
  const isNothing = isUnchanged(from, to)
  const direction = directionOf(from, to)
  const timing = timingOf(subscription, direction, when)
  await refuseIncompatibleChange(tx, scope, loaded, { from, to, timing })
  const { anchor, period } = periodAfterChange(subscription, from.cycle, to.cycle, at, timezone)
  const change = { subscription, from, to, after: { anchor, period }, at, timezone }
  const isNow = timing === 'now' && !isNothing
  const lines = isNow ? await readLines(tx, scope, change, previewedUsage) : NO_LINES
  const givenBack = -lines.credits.reduce((total, { amount }) => total + amount, 0)
  const rules = isNow ? rulesOfChange(change) : NO_RULES
  const ruleChange = { subscription, ...rules, at, now, givenBack }
  const credits = await quoteCreditChange(tx, scope, ruleChange)
  const isBilled = isNow && subscription.status !== 'trialing'
  const request = isBilled
    ? {
        customer,
        currency: from.plan.currency,
        lines: [
          ...lines.credits,
          ...withheldLines(from, credits.withheld),
          ...lines.charges,
          ...lines.used,
        ],
        discount: changeDiscount(
          change,
          await findDiscount(tx, scope, subscription, discountedPeriod(change)),
        ),
        takesPending: true,
        at: now,
      }
    : null
  return {
    from,
    to,
    isNothing,
    direction,
    timing,
    effectiveAt: timing === 'now' ? at : (subscription.currentPeriodEnd ?? at),
    period,
    anchor,
    lines,
    credits,
    request,
    terms: termsOf(change, lines, { givenBack, withheld: credits.withheld }),
  }
}

const discountedPeriod = ({ from, to }: PlanChange): 'present' | 'next' =>
  isSameCycle(from.cycle, to.cycle) ? 'present' : 'next'

const NO_RULES = { before: [], after: [] }

/** Computes the bill of a quoted change. */
export const prepareChangeBill = (
  tx: Tx,
  { tax }: Pick<Billing, 'tax'>,
  scope: Scope,
  { request }: Pick<ChangeQuote, 'request'>,
): Promise<Bill> => (request ? prepareBill(tx, tax, scope, request) : Promise.resolve(NO_BILL))

const NO_BILL: Bill = {
  lines: [],
  subtotal: 0,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: 0,
  carried: 0,
}

const isUnchanged = (from: LoadedPlan, to: LoadedPlan): boolean =>
  from.planId === to.planId &&
  from.plan.version === to.plan.version &&
  sameSeats(from.quantities, to.quantities)

async function readLines(
  tx: Tx,
  scope: Scope,
  change: PlanChange,
  previewedUsage: readonly BilledUsage[] | undefined,
): Promise<ChangeLines> {
  const { subscription, at } = change
  const { id, customerId } = subscription
  const prepaid = await listLinesBilledAhead(tx, scope.environmentId, {
    customerId,
    subscriptionIds: [id],
    after: at,
  })
  const usage = billsUsage(change)
    ? await listUsageToBill(tx, scope, subscription, previewedUsage)
    : []
  return changeLines(change, prepaid, usage)
}

function termsOf(
  { to, after, at, subscription }: PlanChange,
  { usage }: ChangeLines,
  money: Pick<PlanChangeTerms, 'givenBack' | 'withheld'>,
): PlanChangeTerms {
  return {
    planId: to.planId,
    planVersion: to.plan.version,
    quantities: to.quantities,
    at: at.toISOString(),
    period: {
      anchor: after.anchor.toISOString(),
      start: after.period.start.toISOString(),
      end: after.period.end?.toISOString() ?? null,
    },
    usage: usage.map(({ chargeId, period, quantity }) => ({
      subscriptionId: subscription.id,
      chargeId,
      periodStart: period.start.toISOString(),
      quantity: formatAmount(quantity),
    })),
    ...money,
  }
}

interface ChangeTarget {
  /** Id or slug. */
  readonly planId: string
  readonly offer: PlanOffer
  /** Default: the current seats that the new plan sells too. */
  readonly quantities?: Quantities | undefined
}

/** Returns the requested plan and seats. Throws if the subscription cannot change to them. */
async function findChangeTarget(
  tx: Tx,
  { environmentId }: Scope,
  subscription: SubscriptionRecord,
  from: LoadedPlan,
  { quantities = {}, ...request }: ChangeTarget,
): Promise<LoadedPlan> {
  const plan = await findOfferedPlan(tx, environmentId, request, subscription.planId)
  const isSamePlan = plan.id === subscription.planId
  if (!isSamePlan) {
    refusePlan(plan, subscription, from.plan)
    await refuseUnlessOnSale(tx, environmentId, plan)
  }
  // A change of seats keeps the plan version.
  const to = isSamePlan
    ? from
    : await toLoadedPlan(tx, environmentId, plan, { ...subscription, quantities: {} })
  const seats = seatsOf(to.plan, quantities)
  if ('problems' in seats) throw invalidRequest(seats.problems)
  const currentSeats = seatsSoldBy(to.plan, subscription.quantities)
  return { ...to, quantities: { ...seats.quantities, ...currentSeats, ...quantities } }
}

function refusePlan(plan: Plan, { productId }: SubscriptionRecord, present: Plan): void {
  if (plan.kind === 'addon') {
    throw invalidRequest([
      { path: 'planId', message: 'is an add-on: POST /v1/subscriptions/:id/items adds it' },
    ])
  }
  if (plan.productId !== productId) {
    throw new PurserError(
      'invalid_state',
      `Plan "${plan.slug}" belongs to another product: subscribe to it with POST /v1/subscriptions.`,
    )
  }
  if (plan.currency !== present.currency) {
    throw new PurserError(
      'currency_mismatch',
      `Plan "${plan.slug}" is in ${plan.currency}, but the subscription is in ${present.currency}: choose a plan in ${present.currency}.`,
    )
  }
}

/**
 * Lists the subscription's unbilled usage, limited to the previewed quantities if there is a
 * preview.
 */
async function listUsageToBill(
  tx: Tx,
  scope: Pick<Scope, 'environmentId'>,
  subscription: SubscriptionRecord,
  previewedUsage?: readonly BilledUsage[],
): Promise<ChargedUsage[]> {
  const all = await readUsage(tx, scope, subscription, END_OF_TIME)
  const usage = all.filter(isOfPlan(subscription))
  if (previewedUsage === undefined) return usage
  const usageInPreview = usage.flatMap((each) => {
    const previewed = previewedUsage.find(
      ({ chargeId, periodStart }) =>
        chargeId === each.chargeId && periodStart === each.period.start.toISOString(),
    )
    return previewed ? [{ ...each, quantity: parseAmount(previewed.quantity) }] : []
  })
  return withInvoicedAmounts(tx, scope.environmentId, subscription, usageInPreview)
}
