import {
  type Amount,
  add,
  compare,
  divideHalfEven,
  isZero,
  minAmount,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../src/kernel/amount.ts'
import type { GrantRule, Plan } from '../catalog.ts'
import {
  balanceOf,
  emitIfDepleted,
  giveGrant,
  isExpired,
  moveCredits,
  openWallet,
  settle,
} from '../credits/wallet.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import type { Customer, Grant, Subscription } from '../state.ts'
import type { Contract, WaitingChange } from './billing.ts'
import { contractOf } from './renderBilling.ts'

type ChangeTerms = Pick<WaitingChange, 'at' | 'anchor' | 'periodStart' | 'periodEnd'>

/** A grant rule and its current period. */
export interface RulePeriod {
  readonly planId: string
  readonly ruleKey: string
  readonly rule: GrantRule
  readonly key: string
  readonly period: Period
}

export function rulePeriods(
  plan: Plan,
  anchor: Date,
  ownPeriod: Period,
  at: Date,
  timezone: string,
): RulePeriod[] {
  return plan.grantRules.flatMap((rule, position) => {
    if (rule.cadence === 'once') return []
    const usesOwnPeriod =
      rule.cadence === 'billing_period' ||
      (rule.cadence === plan.interval && plan.intervalCount === 1)
    const cadence = rule.cadence as 'month'
    const period = usesOwnPeriod
      ? ownPeriod
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

/** The credits of a rule for the rest of its period. */
export function shareOfCredits({ rule, period: { start, end } }: RulePeriod, at: Date): Amount {
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
    readonly shares: readonly { readonly term: RulePeriod; readonly amount: Amount }[]
  }[]
}

const NOTHING = { withheld: 0, wallets: [] }

/**
 * Computes the credits of a change in the middle of a period.
 * 1. The old plan's credits for the rest of the period are taken back, as far as they are unspent.
 * 2. The new plan's share is granted, minus the credits that could not be taken back.
 * 3. If credits are still missing, their price is withheld from the refund.
 * 4. Any remaining debt is owed until the period ends.
 */
export function quoteCredits(
  customer: Customer,
  subscription: Subscription,
  from: Plan,
  to: Plan,
  { at, anchor, periodStart, periodEnd }: ChangeTerms,
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
  const before = rulePeriods(from, subscription.billingAnchor, present, at, timezone)
  const after = rulePeriods(to, anchor, { start: periodStart, end: periodEnd }, at, timezone)
  const currencies = new Set([...before, ...after].map(({ rule }) => rule.creditCurrencyId))
  // The billing catalogs have only one credit currency, so the order among several does not matter.
  const [creditCurrencyId] = currencies
  if (creditCurrencyId === undefined) return { ...NOTHING, owed: contract.owed }
  const fromKey = before.map(({ key }) => key).toSorted()[0] ?? at.toISOString()
  const grants = grantsOfPlan(customer, subscription, creditCurrencyId, fromKey, now)
  const remaining = sum(grants.map((grant) => grant.remaining))
  const unearned = sum(before.map((term) => shareOfCredits(term, at)))
  const due = sum(after.map((term) => shareOfCredits(term, at)))
  const debt = contract.owed[creditCurrencyId]
  const isOwed = debt !== undefined && (debt.until === null || at < debt.until)
  const claim = add(unearned, isOwed ? debt.amount : ZERO)
  const voided = minAmount(remaining, claim)
  const shortfall = subtract(claim, voided)
  let remainder = notBelowZero(subtract(due, shortfall))
  const shares = after.map((term) => {
    const amount = minAmount(shareOfCredits(term, at), remainder)
    remainder = subtract(remainder, amount)
    return { term, amount }
  })
  const deficit = notBelowZero(subtract(shortfall, due))
  const { withheld, bought } = priceDeficit(deficit, unearned, givenBack)
  const stillOwed = subtract(deficit, bought)
  const ends = [...before.map(({ period }) => period.end), ...(isOwed ? [debt.until] : [])]
  const until = ends.includes(null)
    ? null
    : new Date(Math.max(0, ...ends.map((end) => end?.getTime() ?? 0)))
  return {
    withheld,
    owed: isZero(stillOwed) ? {} : { [creditCurrencyId]: { amount: stillOwed, until } },
    wallets: [{ creditCurrencyId, grants, voided, shares }],
  }
}

const notBelowZero = (amount: Amount): Amount => (compare(amount, ZERO) < 0 ? ZERO : amount)

/** Prices missing credits at the rate of the refund for their time, rounded up. */
export function priceDeficit(deficit: Amount, unearned: Amount, givenBack: number) {
  const payable = minAmount(deficit, unearned)
  if (isZero(payable) || givenBack === 0) return { withheld: 0, bought: ZERO }
  const exact = BigInt(givenBack) * payable.units
  const price = (exact + unearned.units - 1n) / unearned.units
  return { withheld: Number(price), bought: payable }
}

/** Unexpired grants that the plan made for periods, newest first. */
export function grantsOfPlan(
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

/** Applies the quoted credits of a change. */
export function changeCredits(
  customer: Customer,
  subscription: Subscription,
  from: Plan,
  to: Plan,
  terms: ChangeTerms,
  givenBack: number,
  now: Date,
): Pick<Quote, 'withheld' | 'owed'> {
  const quote = quoteCredits(customer, subscription, from, to, terms, givenBack, now)
  for (const { creditCurrencyId, grants, voided, shares } of quote.wallets) {
    takeCredits(customer, creditCurrencyId, grants, voided, now)
    giveShares(customer, subscription, shares, ({ key }) => `${key}/${terms.at.toISOString()}`, now)
  }
  return quote
}

/** Takes an amount back out of the given grants. */
export function takeCredits(
  customer: Customer,
  creditCurrencyId: string,
  grants: readonly Grant[],
  voided: Amount,
  now: Date,
): void {
  const wallet = openWallet(customer, creditCurrencyId)
  settle(wallet, now)
  let remainder = voided
  for (const grant of grants) {
    const taken = minAmount(grant.remaining, remainder)
    remainder = subtract(remainder, taken)
    const before = balanceOf(wallet)
    moveCredits(wallet, 'DEBIT', grant, taken, { now, reason: 'VOID' })
    emitIfDepleted(wallet, before)
  }
}

/** Grants the shares of rules for the rest of their period. */
export function giveShares(
  customer: Customer,
  { id: subscriptionId }: Subscription,
  shares: Quote['wallets'][number]['shares'],
  keyOf: (term: RulePeriod) => string,
  now: Date,
): void {
  for (const { term, amount } of shares) {
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
