import { formatAmount } from '../../kernel/amount.ts'
import type { BillingPeriod } from '../../kernel/calendar.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Bill, type Billing, type BillRequest, prepareBill } from '../invoicing/index.ts'
import { listPrepaidLines } from '../invoicing/read.ts'
import {
  billsUsage,
  type ChangeLines,
  changeDiscount,
  changeLines,
  type PlanChange,
} from './core/changeLines.ts'
import { isSameCycle, periodAfterChange } from './core/changePeriod.ts'
import type { BilledUsage, PlanTerms } from './core/changeTerms.ts'
import { type ChangeTiming, timingOf } from './core/changeTiming.ts'
import { type Direction, directionOf } from './core/direction.ts'
import { sameSeats } from './core/keptSeats.ts'
import type { Quantities } from './core/record.ts'
import { rulesOfChange } from './core/ruleChange.ts'
import { withheldLines } from './core/withheldLines.ts'
import { findChangeTarget } from './findChangeTarget.ts'
import { findDiscount } from './findDiscount.ts'
import type { PlanOffer } from './findOfferedPlan.ts'
import { listUsageToBill } from './listUsageToBill.ts'
import { type LoadedPlan, loadPlan } from './loadPlan.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { type CreditChangeQuote, quoteCreditChange } from './quoteCreditChange.ts'
import { refuseChange } from './refuseChange.ts'
import { refuseOtherInterval } from './refuseOtherInterval.ts'

export interface ChangeInput {
  /** Id or slug. */
  readonly planId: string
  /** Which plans may be chosen. */
  readonly offer: PlanOffer
  readonly quantities?: Quantities | undefined
  readonly when?: ChangeTiming | undefined
}

/** What a change would be and cost, as of an instant of the customer's time. */
export interface ChangeQuote {
  readonly from: LoadedPlan
  readonly to: LoadedPlan
  /** Nothing would be other than it is. */
  readonly isNothing: boolean
  readonly direction: Direction
  readonly timing: ChangeTiming
  readonly effectiveAt: Date
  /** The period after the change, and what later ones are counted from. */
  readonly period: BillingPeriod
  readonly anchor: Date
  readonly lines: ChangeLines
  readonly credits: CreditChangeQuote
  /** What is billed when the change is made; null: nothing. */
  readonly request: BillRequest | null
  readonly bill: Bill
  readonly terms: PlanTerms
}

interface QuoteOptions {
  /** The customer's time for which amounts are computed; default now. */
  readonly at?: Date
  /** Usage as a preview saw it: what came later waits for the next invoice. */
  readonly usage?: readonly BilledUsage[]
}

/**
 * Checks a change and says what it comes to, without writing anything. The change itself goes
 * through the same, so that what is previewed is what is charged.
 */
export async function quoteChange(
  tx: Tx,
  billing: Pick<Billing, 'tax'>,
  scope: Scope,
  standing: LockedSubscription,
  { when, ...target }: ChangeInput,
  options: QuoteOptions = {},
): Promise<ChangeQuote> {
  const { subscription, now } = standing
  await refuseChange(tx, scope, subscription, now)
  const from = await loadPlan(tx, scope.environmentId, subscription)
  const to = await findChangeTarget(tx, scope, subscription, from, target)
  return quotePlanChange(tx, billing, scope, standing, { from, to, when }, options)
}

/** The same between two versions that are known and allowed. */
export async function quotePlanChange(
  tx: Tx,
  { tax }: Pick<Billing, 'tax'>,
  scope: Scope,
  standing: LockedSubscription,
  { from, to, when }: { from: LoadedPlan; to: LoadedPlan; when: ChangeTiming | undefined },
  { at = standing.now, usage: pinned }: QuoteOptions = {},
): Promise<ChangeQuote> {
  const { customer, subscription, now } = standing
  const { timezone } = customer
  const isNothing = isSame(from, to)
  const direction = directionOf(from, to)
  const timing = timingOf(subscription, direction, when)
  await refuseOtherInterval(tx, scope, standing, { from, to, timing })
  const { anchor, period } = periodAfterChange(subscription, from.cycle, to.cycle, at, timezone)
  const change = { subscription, from, to, after: { anchor, period }, at, timezone }
  const isNow = timing === 'now' && !isNothing
  const lines = isNow ? await readLines(tx, scope, change, pinned) : NO_LINES
  const givenBack = -lines.credits.reduce((total, { amount }) => total + amount, 0)
  const rules = isNow ? rulesOfChange(change) : NO_RULES
  const moved = { subscription, ...rules, at, now, givenBack }
  const credits = await quoteCreditChange(tx, scope, moved)
  const isBilled = isNow && subscription.status !== 'trialing'
  const request = isBilled
    ? {
        customerId: customer.id,
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
    bill: request ? await prepareBill(tx, tax, scope, request) : NO_BILL,
    terms: termsOf(change, lines, { givenBack, withheld: credits.withheld }),
  }
}

const discountedPeriod = ({ from, to }: PlanChange): 'present' | 'next' =>
  isSameCycle(from.cycle, to.cycle) ? 'present' : 'next'

const NO_RULES = { before: [], after: [] }
const NO_LINES: ChangeLines = { credits: [], charges: [], used: [], usage: [] }
const NO_BILL: Bill = {
  lines: [],
  subtotal: 0,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: 0,
  carried: 0,
}

const isSame = (from: LoadedPlan, to: LoadedPlan): boolean =>
  from.planId === to.planId &&
  from.plan.version === to.plan.version &&
  sameSeats(from.quantities, to.quantities)

async function readLines(
  tx: Tx,
  scope: Scope,
  change: PlanChange,
  pinned: readonly BilledUsage[] | undefined,
): Promise<ChangeLines> {
  const { subscription, at } = change
  const { id, customerId } = subscription
  const prepaid = await listPrepaidLines(tx, scope.environmentId, {
    customerId,
    subscriptionIds: [id],
    after: at,
  })
  const usage = billsUsage(change) ? await listUsageToBill(tx, scope, subscription, pinned) : []
  return changeLines(change, prepaid, usage)
}

function termsOf(
  { to, after, at, subscription }: PlanChange,
  { usage }: ChangeLines,
  money: Pick<PlanTerms, 'givenBack' | 'withheld'>,
): PlanTerms {
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
