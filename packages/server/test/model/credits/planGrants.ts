import { type Amount, minAmount, parseAmount, sum } from '../../../src/kernel/amount.ts'
import type { GrantRule } from '../catalog.ts'
import type { Customer, Grant, Wallet } from '../state.ts'
import { giveGrant, isPositive, openWallet, settle } from './wallet.ts'

/** A grant rule of a subscription, and the period it grants for. */
export interface PlanGrant {
  readonly subscriptionId: string
  readonly planId: string
  readonly planVersion: number
  readonly rulePosition: number
  readonly rule: GrantRule
  readonly periodKey: string
  readonly periodEnd: Date | null
}

const DAY_MS = 24 * 60 * 60 * 1000

const ruleKeyOf = ({ planId, planVersion, rulePosition }: PlanGrant): string =>
  `${planId}/${planVersion}/${rulePosition}`

const givenBefore = (wallet: Wallet, request: PlanGrant, periodKey: string): Grant | undefined =>
  wallet.grants.find(
    (grant) =>
      grant.subscriptionId === request.subscriptionId &&
      grant.ruleKey === ruleKeyOf(request) &&
      grant.periodKey === periodKey,
  )

/** Grants the credits of a rule for a period. Later calls for the same period have no effect. */
export function grantPlanCredits(
  customer: Customer,
  request: PlanGrant & { readonly reason: 'PLAN_GRANT' | 'DRIP' },
  now: Date,
): { wallet: Wallet; grant: Grant } {
  const { rule, periodKey, reason, subscriptionId, planId } = request
  const wallet = openWallet(customer, rule.creditCurrencyId)
  const existing = givenBefore(wallet, request, periodKey)
  if (existing) return { wallet, grant: existing }
  settle(wallet, now)
  const grant = giveGrant(
    wallet,
    {
      reason,
      amount: parseAmount(rule.amount),
      priority: rule.priority,
      expiresAt: expiryOf(request, now),
      subscriptionId,
      planId,
      ruleKey: ruleKeyOf(request),
      periodKey,
    },
    now,
  )
  return { wallet, grant }
}

function expiryOf({ rule: { expires }, periodEnd }: PlanGrant, now: Date): Date | null {
  if (expires === 'never') return null
  return expires === 'period_end' ? periodEnd : new Date(now.getTime() + expires.days * DAY_MS)
}

/** Rolls expired credits over into the next period, up to the limit of the rule. */
export function rollOver(
  customer: Customer,
  request: PlanGrant & { readonly endedAt: Date },
  now: Date,
): { wallet: Wallet; grant: Grant } | null {
  const { rule, endedAt, periodEnd, subscriptionId, planId } = request
  if (rule.rollover === 'none') return null
  const wallet = customer.wallets.get(rule.creditCurrencyId)
  if (!wallet) return null
  const periodKey = `${request.periodKey}:rollover`
  const existing = givenBefore(wallet, request, periodKey)
  if (existing) return { wallet, grant: existing }
  settle(wallet, now)
  const expiredCredits = sum(
    wallet.grants
      .filter(
        (grant) =>
          grant.subscriptionId === subscriptionId &&
          grant.ruleKey === ruleKeyOf(request) &&
          grant.expiresAt?.getTime() === endedAt.getTime(),
      )
      .map(({ expired }) => expired),
  )
  const amount = capRollover(expiredCredits, rule.rollover)
  if (!isPositive(amount)) return null
  const grant = giveGrant(
    wallet,
    {
      reason: 'ROLLOVER',
      amount,
      priority: rule.priority,
      expiresAt: periodEnd,
      subscriptionId,
      planId,
      ruleKey: ruleKeyOf(request),
      periodKey,
    },
    now,
  )
  return { wallet, grant }
}

const capRollover = (expiredCredits: Amount, rollover: 'all' | { max: number }): Amount =>
  rollover === 'all' ? expiredCredits : minAmount(expiredCredits, parseAmount(rollover.max))
