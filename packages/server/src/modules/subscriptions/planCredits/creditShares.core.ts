import type { Plan } from '@purser/contract'
import {
  type Amount,
  add,
  compare,
  divideHalfEven,
  formatAmount,
  isZero,
  minAmount,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import type { BillingCycle, BillingPeriod } from '../../../kernel/calendar.ts'
import type { GrantRule } from '../../catalog/core.ts'
import { isSameVersion, type PlanChange } from '../change/changeLines.core.ts'
import type { CreditShare } from '../subscription/subscription.core.ts'
import { grantPeriod } from './planGrants.core.ts'

/** A rule that grants credits per period, with its period at the time of a change. */
export interface RuleTerm {
  readonly planId: string
  readonly planVersion: number
  readonly rulePosition: number
  readonly rule: GrantRule
  readonly periodKey: string
  readonly periodStart: Date
  /** Null: the period does not end, so that time alone never earns these credits. */
  readonly periodEnd: Date | null
}

/** The input for one credit currency. All rules grant that currency. */
interface CreditChangeInput {
  readonly before: readonly RuleTerm[]
  readonly after: readonly RuleTerm[]
  readonly at: Date
  /**
   * Credits of the old plan in this period: the remaining ones, and those that the merchant voided.
   */
  readonly grants: { readonly remaining: Amount; readonly voided: Amount }
  readonly share: CreditShare | undefined
}

export interface CreditChange {
  readonly voided: Amount
  /** One amount for each rule of the new plan. */
  readonly granted: readonly Amount[]
  /** Credits that the old plan granted for the rest of its period. */
  readonly unearned: Amount
  /** Credits that the customer used or keeps beyond the share that both plans grant. */
  readonly deficit: Amount
  /** The instant until which a deficit counts. Null: permanently. */
  readonly until: Date | null
}

/**
 * Voids the credits that the old plan granted for the rest of the period, and grants those of the
 * new plan, minus credits that were used in advance. Used and remaining credits together therefore
 * never exceed the credits that the plans granted for their time, plus the credits that were paid
 * for. Returns null if the rules stay the same, for example if only seats change.
 *
 * Let `r` be the remaining credits of this period's grants, `U` the credits that the old rules
 * granted for the rest of their period, `B` those that the new rules grant for the rest of theirs,
 * and `D` the credits owed from an earlier change. Rules with the cadence `once` and credits that
 * rolled over are not part of these amounts.
 * - `prorate` voids `min(r, U + D)` and grants `max(0, B - max(0, U + D - r))`.
 * - `void` voids `r` and grants the same as `prorate`.
 * - `keep` voids nothing and grants `max(0, B - U - D)`.
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
  // The remaining credits cover as much as possible, unless the rules let the customer keep them.
  const covered = keeps ? ZERO : minAmount(grants.remaining, owed)
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

/** The key of the earliest period that a change considers. */
export const firstPeriodKey = (before: readonly RuleTerm[], at: Date): string =>
  before.map(({ periodKey }) => periodKey).sort()[0] ?? at.toISOString()

/** Settles a deficit with withheld money and with credits that stay owed. */
interface DeficitSettlement {
  /** Minor units. */
  readonly withheld: number
  /** One entry per currency, in the order of the changes. Null: nothing is owed. */
  readonly shares: readonly (CreditShare | null)[]
}

/**
 * Pays for deficits from the money credited for the old plan's unused time, which is the price of
 * the credits granted for that time. Any uncovered rest is owed until the end of the period, so
 * that even free plans do not grant more than their share.
 */
export function settleDeficits(
  changes: readonly CreditChange[],
  givenBack: number,
): DeficitSettlement {
  let left = BigInt(givenBack)
  const shares = changes.map(({ deficit, unearned, until }): CreditShare | null => {
    const payable = minAmount(deficit, unearned)
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

const isUnchanged = (before: readonly RuleTerm[], after: readonly RuleTerm[]): boolean =>
  before.length === after.length &&
  before.every((term, at) => identityOf(term) === identityOf(after[at]))

const identityOf = (term: RuleTerm | undefined): string =>
  term ? [term.planId, term.planVersion, term.rulePosition, term.periodKey].join('/') : ''

const unearnedBy = (terms: readonly RuleTerm[], at: Date): Amount =>
  sum(terms.map((term) => shareLeft(term, at)))

/** The share of a rule's credits for the rest of its period. */
function shareLeft({ rule, periodStart, periodEnd }: RuleTerm, at: Date): Amount {
  const amount = parseAmount(rule.amount)
  if (periodEnd === null) return amount
  const whole = periodEnd.getTime() - periodStart.getTime()
  const part = Math.min(Math.max(periodEnd.getTime() - at.getTime(), 0), whole)
  return whole <= 0 ? ZERO : { units: divideHalfEven(amount.units * BigInt(part), BigInt(whole)) }
}

/** Credits owed from an earlier change, until the end of that change's period. */
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

/** Allocates credits to the rules in order. The first rules get their full share. */
function allocate(shares: readonly Amount[], given: Amount): Amount[] {
  let left = given
  return shares.map((share) => {
    const part = minAmount(share, left)
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
  /** The subscription's period, which may be only a part of a period of the cycle. */
  readonly period: BillingPeriod
  readonly at: Date
  readonly timezone: string
}

/** A plan's rules that grant per period, each with its period at an instant. */
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
 * Rules of a plan that starts in the middle of a period. They get separate keys, because the
 * subscription may have had the same plan earlier in that period. These keys sort after the key of
 * the period itself.
 */
const ruleTermsStartingAt = (plan: GrantingPlan, period: RulePeriod): RuleTerm[] =>
  ruleTerms(plan, period).map((term) => ({
    ...term,
    periodKey: `${term.periodKey}/${period.at.toISOString()}`,
  }))

/**
 * Returns the rules that end and the rules that start with a change of plan. Both lists are empty
 * if the plan version stays the same.
 */
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
