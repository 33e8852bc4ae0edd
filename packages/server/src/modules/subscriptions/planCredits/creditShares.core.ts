import type { Plan } from '@purser/contract'
import {
  type Amount,
  add,
  compare,
  divideHalfEven,
  formatAmount,
  isZero,
  least,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import type { BillingCycle, BillingPeriod } from '../../../kernel/calendar.ts'
import { isSameVersion, type PlanChange } from '../change/changeLines.core.ts'
import type { CreditShare } from '../subscription/subscription.core.ts'
import { grantPeriod } from './planGrants.core.ts'

type GrantRule = Plan['grantRules'][number]

/** A rule that gives by period, in the period that it is in at the time of a change. */
export interface RuleTerm {
  readonly planId: string
  readonly planVersion: number
  readonly rulePosition: number
  readonly rule: GrantRule
  readonly periodKey: string
  readonly periodStart: Date
  /** Null: the period does not end, so that what was given for it is never earned by time. */
  readonly periodEnd: Date | null
}

/** What a change of plan does to one credit currency. All rules are of that currency. */
interface CreditChangeInput {
  readonly before: readonly RuleTerm[]
  readonly after: readonly RuleTerm[]
  readonly at: Date
  /** What is left of the old plan's grants in this period, and what the merchant voided of them. */
  readonly grants: { readonly remaining: Amount; readonly voided: Amount }
  readonly share: CreditShare | undefined
}

export interface CreditChange {
  readonly voided: Amount
  /** For each rule of the new plan. */
  readonly granted: readonly Amount[]
  /** What the old plan gave for time that it no longer has. */
  readonly unearned: Amount
  /** What was used, or is kept, beyond what the old plan has earned and the new one gives. */
  readonly deficit: Amount
  /** Until when a deficit counts; null: for good. */
  readonly until: Date | null
}

/**
 * Takes from what is left what the old plan gave for the rest of the period, and gives what the new
 * one gives for it, less what of that was used before. So what a customer has used and what it has
 * left never exceed what its plans have given for their time and what it has paid for besides. Null
 * when the rules stay as they are, as where only seats change: then nothing is done.
 */
export function changeCredits(input: CreditChangeInput): CreditChange | null {
  const { before, after, at, grants } = input
  if (isUnchanged(before, after)) return null
  const unearned = notBelowZero(subtract(unearnedBy(before, at), grants.voided))
  const shares = after.map((term) => shareLeft(term, at))
  const due = sum(shares)
  const debt = owedOf(input)
  const owed = add(unearned, debt)
  const policies = before.map(({ rule: { onChange } }) => onChange)
  const keeps = policies.length > 0 && policies.every((each) => each === 'keep')
  // What the remaining credits cover of what is owed is taken from them; nothing, where they are kept.
  const covered = keeps ? ZERO : least(grants.remaining, owed)
  const missing = subtract(owed, covered)
  return {
    voided: policies.includes('void') ? grants.remaining : covered,
    granted: allocate(shares, notBelowZero(subtract(due, missing))),
    unearned,
    deficit: notBelowZero(subtract(missing, due)),
    until: latestOf([
      ...before.map(({ periodEnd }) => periodEnd),
      ...(input.share && !isZero(debt) ? [endOf(input.share)] : []),
    ]),
  }
}

/** The key of the first period that a change looks back to. */
export const firstPeriodKey = (before: readonly RuleTerm[], at: Date): string =>
  before.map(({ periodKey }) => periodKey).sort()[0] ?? at.toISOString()

/** How a deficit is made good: money that is not given back, and credits that are owed on. */
interface DeficitSettlement {
  /** Whole minor units. */
  readonly withheld: number
  /** By currency, in the order of the changes; null: nothing is owed. */
  readonly shares: readonly (CreditShare | null)[]
}

/**
 * Pays for deficits out of the money that is given back for the unused time of the old plan, which
 * is the price of the credits that were given for it. What it does not cover is owed until the end
 * of the period, so that a plan without a price gives no more than its share either.
 */
export function settleDeficits(
  changes: readonly CreditChange[],
  givenBack: number,
): DeficitSettlement {
  let left = BigInt(givenBack)
  const shares = changes.map(({ deficit, unearned, until }): CreditShare | null => {
    const payable = least(deficit, unearned)
    const price = isZero(payable) ? 0n : divideUp(BigInt(givenBack) * payable.units, unearned.units)
    const paid = price < left ? price : left
    left -= paid
    const bought =
      paid === 0n
        ? ZERO
        : paid === price
          ? payable
          : { units: (unearned.units * paid) / BigInt(givenBack) }
    const owed = subtract(deficit, bought)
    return isZero(owed) ? null : { owed: formatAmount(owed), until: until?.toISOString() ?? null }
  })
  return { withheld: givenBack - Number(left), shares }
}

/** Whether a change, as of seats alone, leaves the rules as they are. */
const isUnchanged = (before: readonly RuleTerm[], after: readonly RuleTerm[]): boolean =>
  before.length === after.length &&
  before.every((term, at) => identityOf(term) === identityOf(after[at]))

const identityOf = (term: RuleTerm | undefined): string =>
  term ? [term.planId, term.planVersion, term.rulePosition, term.periodKey].join('/') : ''

const unearnedBy = (terms: readonly RuleTerm[], at: Date): Amount =>
  sum(terms.map((term) => shareLeft(term, at)))

/** What a rule gives for the rest of its period. */
function shareLeft({ rule, periodStart, periodEnd }: RuleTerm, at: Date): Amount {
  const amount = parseAmount(rule.amount)
  if (periodEnd === null) return amount
  const whole = periodEnd.getTime() - periodStart.getTime()
  const part = Math.min(Math.max(periodEnd.getTime() - at.getTime(), 0), whole)
  return whole <= 0 ? ZERO : { units: divideHalfEven(amount.units * BigInt(part), BigInt(whole)) }
}

/** What is owed from an earlier change, until the period is over that it was for. */
function owedOf({ at, share }: CreditChangeInput): Amount {
  if (!share) return ZERO
  const end = endOf(share)
  return end === null || at < end ? parseAmount(share.owed) : ZERO
}

const endOf = ({ until }: CreditShare): Date | null => (until === null ? null : new Date(until))

const latestOf = (ends: readonly (Date | null)[]): Date | null =>
  ends.reduce(
    (last, end) => (last === null || end === null ? null : end > last ? end : last),
    new Date(0),
  )

/** Shares out what is given over the rules; the first ones get theirs in full. */
function allocate(shares: readonly Amount[], given: Amount): Amount[] {
  let left = given
  return shares.map((share) => {
    const part = least(share, left)
    left = subtract(left, part)
    return part
  })
}

const notBelowZero = (amount: Amount): Amount => (compare(amount, ZERO) < 0 ? ZERO : amount)

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

interface GrantingPlan {
  readonly planId: string
  readonly plan: Pick<Plan, 'version' | 'grantRules'>
}

interface RulePeriod {
  readonly cycle: BillingCycle
  /** The subscription's own, which may be a part of one of the cycle. */
  readonly period: BillingPeriod
  readonly at: Date
  readonly timezone: string
}

/** A plan's rules that give by period, each in the period that it is in at an instant. */
export function ruleTerms(
  { planId, plan: { version: planVersion, grantRules } }: GrantingPlan,
  { cycle, period, at, timezone }: RulePeriod,
): RuleTerm[] {
  return grantRules.flatMap((rule, rulePosition): RuleTerm[] => {
    if (rule.cadence === 'once') return []
    const term = { planId, planVersion, rulePosition, rule }
    const dripPeriod = grantPeriod(rule, cycle, at, timezone)
    if (dripPeriod.reason === 'DRIP') {
      const { periodKey, periodEnd } = dripPeriod
      return [{ ...term, periodKey, periodStart: new Date(periodKey), periodEnd }]
    }
    const { start, end } = period
    return [{ ...term, periodKey: start.toISOString(), periodStart: start, periodEnd: end }]
  })
}

/**
 * The same for a plan that comes in the middle of a period: under keys of their own, because the
 * plan may have been there before in that period. They sort behind that of the period itself.
 */
const ruleTermsStartingAt = (plan: GrantingPlan, period: RulePeriod): RuleTerm[] =>
  ruleTerms(plan, period).map((term) => ({
    ...term,
    periodKey: `${term.periodKey}/${period.at.toISOString()}`,
  }))

/** The rules that stop and those that begin with a change of plan; none where the plan stays. */
export function rulesOfChange(change: PlanChange): { before: RuleTerm[]; after: RuleTerm[] } {
  if (isSameVersion(change)) return { before: [], after: [] }
  const { subscription, from, to, after, at, timezone } = change
  const { currentPeriodStart, currentPeriodEnd, billingAnchor } = subscription
  const period = { start: currentPeriodStart ?? billingAnchor, end: currentPeriodEnd }
  const cycle = { ...to.cycle, anchor: after.anchor }
  return {
    before: ruleTerms(from, { cycle: from.cycle, period, at, timezone }),
    after: ruleTermsStartingAt(to, { cycle, period: after.period, at, timezone }),
  }
}
