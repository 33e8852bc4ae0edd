import {
  type Amount,
  add,
  compare,
  divideHalfEven,
  isZero,
  least,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../src/kernel/amount.ts'
import type { GrantRule, Plan } from '../catalog.ts'
import {
  balanceOf,
  giveGrant,
  isExpired,
  move,
  openWallet,
  settle,
  tellIfDepleted,
} from '../credits/wallet.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import type { Customer, Grant, Subscription } from '../state.ts'
import type { Contract, WaitingChange } from './billing.ts'
import { contractOf } from './renderBilling.ts'

type Terms = Pick<WaitingChange, 'at' | 'anchor' | 'periodStart' | 'periodEnd'>

/** A rule that gives by period, in the period that it is in. */
export interface Term {
  readonly planId: string
  readonly ruleKey: string
  readonly rule: GrantRule
  readonly key: string
  readonly period: Period
}

export function termsOf(plan: Plan, anchor: Date, own: Period, at: Date, timezone: string): Term[] {
  return plan.grantRules.flatMap((rule, position) => {
    if (rule.cadence === 'once') return []
    const isOwn =
      rule.cadence === 'billing_period' ||
      (rule.cadence === plan.interval && plan.intervalCount === 1)
    const cadence = rule.cadence as 'month'
    const period = isOwn
      ? own
      : billingPeriodAt({ interval: cadence, intervalCount: 1 }, anchor, at, timezone)
    return [
      {
        planId: plan.id,
        ruleKey: `${plan.id}/${plan.version}/${position}`,
        rule,
        key: period.start.toISOString(),
        period,
      },
    ]
  })
}

/** What a rule gives for the rest of its period. */
export function shareOfCredits({ rule, period: { start, end } }: Term, at: Date): Amount {
  const amount = parseAmount(rule.amount)
  if (end === null) return amount
  const whole = end.getTime() - start.getTime()
  const part = Math.min(Math.max(end.getTime() - at.getTime(), 0), whole)
  return { units: divideHalfEven(amount.units * BigInt(part), BigInt(whole)) }
}

interface Quote {
  readonly withheld: number
  readonly owed: Contract['owed']
  readonly wallets: readonly {
    readonly creditCurrencyId: string
    readonly grants: readonly Grant[]
    readonly voided: Amount
    readonly given: readonly { readonly term: Term; readonly amount: Amount }[]
  }[]
}

const NOTHING = { withheld: 0, wallets: [] }

/**
 * What becomes of credits when a plan is left in the middle of a period: what it gave for the rest
 * of the period is taken from what is left, and the new plan's share comes, less what could not be
 * taken because it is used. What even that does not make good is paid for out of the money that is
 * given back, and otherwise owed until the period is over.
 */
export function quoteCredits(
  customer: Customer,
  subscription: Subscription,
  from: Plan,
  to: Plan,
  { at, anchor, periodStart, periodEnd }: Terms,
  givenBack: number,
  now: Date,
): Quote {
  const contract = contractOf(subscription)
  if (from === to) return { ...NOTHING, owed: contract.owed }
  const { timezone } = customer
  const present = {
    start: contract.periodStart ?? subscription.billingAnchor,
    end: contract.periodEnd,
  }
  const before = termsOf(from, subscription.billingAnchor, present, at, timezone)
  const after = termsOf(to, anchor, { start: periodStart, end: periodEnd }, at, timezone)
  const currencies = new Set([...before, ...after].map(({ rule }) => rule.creditCurrencyId))
  // One is all that the catalogs of billing have: the order in which several are paid for is moot.
  const [creditCurrencyId] = currencies
  if (creditCurrencyId === undefined) return { ...NOTHING, owed: contract.owed }
  const fromKey = before.map(({ key }) => key).toSorted()[0] ?? at.toISOString()
  const grants = plansGrants(customer, subscription, creditCurrencyId, fromKey, now)
  const remaining = sum(grants.map((grant) => grant.remaining))
  const unearned = sum(before.map((term) => shareOfCredits(term, at)))
  const due = sum(after.map((term) => shareOfCredits(term, at)))
  const debt = contract.owed[creditCurrencyId]
  const isOwed = debt !== undefined && (debt.until === null || at < debt.until)
  const claimed = add(unearned, isOwed ? debt.amount : ZERO)
  const voided = least(remaining, claimed)
  const missing = subtract(claimed, voided)
  let left = notBelowZero(subtract(due, missing))
  const given = after.map((term) => {
    const amount = least(shareOfCredits(term, at), left)
    left = subtract(left, amount)
    return { term, amount }
  })
  const deficit = notBelowZero(subtract(missing, due))
  const { withheld, bought } = payFor(deficit, unearned, givenBack)
  const stillOwed = subtract(deficit, bought)
  const ends = [...before.map(({ period }) => period.end), ...(isOwed ? [debt.until] : [])]
  const until = ends.includes(null)
    ? null
    : new Date(Math.max(0, ...ends.map((end) => end?.getTime() ?? 0)))
  return {
    withheld,
    owed: isZero(stillOwed) ? {} : { [creditCurrencyId]: { amount: stillOwed, until } },
    wallets: [{ creditCurrencyId, grants, voided, given }],
  }
}

const notBelowZero = (amount: Amount): Amount => (compare(amount, ZERO) < 0 ? ZERO : amount)

/** Credits cost what is given back for the time that they were for; the customer rounds up. */
export function payFor(deficit: Amount, unearned: Amount, givenBack: number) {
  const payable = least(deficit, unearned)
  if (isZero(payable) || givenBack === 0) return { withheld: 0, bought: ZERO }
  const exact = BigInt(givenBack) * payable.units
  const price = (exact + unearned.units - 1n) / unearned.units
  return { withheld: Number(price), bought: payable }
}

/** What the plan gave by period and can still be spent, newest first. */
export function plansGrants(
  customer: Customer,
  { id }: Subscription,
  creditCurrencyId: string,
  fromKey: string,
  now: Date,
): Grant[] {
  const grants = customer.wallets.get(creditCurrencyId)?.grants ?? []
  return grants
    .filter(
      (grant) =>
        grant.subscriptionId === id &&
        grant.periodKey !== null &&
        grant.periodKey !== 'once' &&
        grant.periodKey >= fromKey &&
        grant.reason !== 'ROLLOVER' &&
        grant.voidedAt === null &&
        !isExpired(grant, now),
    )
    .toReversed()
}

/** Takes and gives. */
export function changeCredits(
  customer: Customer,
  subscription: Subscription,
  from: Plan,
  to: Plan,
  terms: Terms,
  givenBack: number,
  now: Date,
): Pick<Quote, 'withheld' | 'owed'> {
  const quote = quoteCredits(customer, subscription, from, to, terms, givenBack, now)
  for (const { creditCurrencyId, grants, voided, given } of quote.wallets) {
    takeCredits(customer, creditCurrencyId, grants, voided, now)
    giveShares(customer, subscription, given, ({ key }) => `${key}/${terms.at.toISOString()}`, now)
  }
  return quote
}

/** Takes so much back out of what was given. */
export function takeCredits(
  customer: Customer,
  creditCurrencyId: string,
  grants: readonly Grant[],
  voided: Amount,
  now: Date,
): void {
  const wallet = openWallet(customer, creditCurrencyId)
  settle(wallet, now)
  let left = voided
  for (const grant of grants) {
    const taken = least(grant.remaining, left)
    left = subtract(left, taken)
    const before = balanceOf(wallet)
    move(wallet, 'DEBIT', grant, taken, { now, reason: 'VOID' })
    tellIfDepleted(wallet, before)
  }
}

/** Gives what rules give for the rest of their period. */
export function giveShares(
  customer: Customer,
  { id: subscriptionId }: Subscription,
  given: Quote['wallets'][number]['given'],
  keyOf: (term: Term) => string,
  now: Date,
): void {
  for (const { term, amount } of given) {
    if (isZero(amount)) continue
    const wallet = openWallet(customer, term.rule.creditCurrencyId)
    settle(wallet, now)
    giveGrant(
      wallet,
      {
        reason: 'PLAN_GRANT',
        amount,
        priority: term.rule.priority,
        expiresAt: term.rule.expires === 'never' ? null : term.period.end,
        subscriptionId,
        planId: term.planId,
        ruleKey: term.ruleKey,
        periodKey: keyOf(term),
      },
      now,
    )
  }
}
