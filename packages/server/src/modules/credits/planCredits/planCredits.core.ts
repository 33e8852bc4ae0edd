import { type Amount, minAmount, parseAmount, ZERO } from '../../../kernel/amount.ts'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import type { GrantRule } from '../../catalog/core.ts'
import type { NewGrant } from '../wallet/post.core.ts'

/** Identifies a rule of a subscription and the period for which it grants credits. */
export interface PlanGrant {
  readonly customerId: string
  readonly subscriptionId: string
  readonly planId: string
  readonly planVersion: number
  readonly rulePosition: number
  readonly rule: GrantRule
  readonly periodKey: string
  /** Null if the period does not end. */
  readonly periodEnd: Date | null
}

/**
 * A stable key of a rule. The rules of a plan version never change once it has subscribers.
 */
export const ruleKeyOf = (
  from: Pick<PlanGrant, 'planId' | 'planVersion' | 'rulePosition'>,
): string => `${from.planId}/${from.planVersion}/${from.rulePosition}`

/** The grant at the start of a period, or at a drip within it. */
export const ruleGrant = (
  request: PlanGrant & { readonly reason: 'PLAN_GRANT' | 'DRIP' },
  now: Date,
): NewGrant => ({
  ...origin(request, request.periodKey),
  reason: request.reason,
  amount: parseAmount(request.rule.amount),
  expiresAt: expiryOf(request, now),
  metadata: {
    source: 'plan',
    trigger: request.reason === 'DRIP' ? 'drip' : 'period',
    periodKey: request.periodKey,
  },
})

function expiryOf({ rule: { expires }, periodEnd }: PlanGrant, now: Date): Date | null {
  if (expires === 'never') return null
  return expires === 'period_end' ? periodEnd : new Date(now.getTime() + expires.days * DAY_MS)
}

/** The part of the expired credits that is carried over. */
export function amountCarriedOver({ rollover }: GrantRule, lost: Amount): Amount {
  if (rollover === 'none') return ZERO
  return rollover === 'all' ? lost : minAmount(lost, parseAmount(rollover.max))
}

/** Credits that are carried over last for one more period. */
export const rolloverGrant = (request: PlanGrant, amount: Amount): NewGrant => ({
  ...origin(request, rolloverKey(request)),
  reason: 'ROLLOVER',
  amount,
  expiresAt: request.periodEnd,
  metadata: { source: 'plan', trigger: 'rollover', periodKey: request.periodKey },
})

export const rolloverKey = ({ periodKey }: PlanGrant): string => `${periodKey}:rollover`

/** The grant for the rest of a period in which a subscription changed to this plan. */
export const planChangeGrant = (
  request: PlanGrant & { readonly amount: Amount },
  now: Date,
): NewGrant => ({
  ...origin(request, request.periodKey),
  reason: 'PLAN_GRANT',
  amount: request.amount,
  expiresAt: expiryOf(request, now),
  metadata: { source: 'plan', trigger: 'change', periodKey: request.periodKey },
})

const origin = (request: PlanGrant, periodKey: string) => ({
  priority: request.rule.priority,
  subscriptionId: request.subscriptionId,
  planId: request.planId,
  ruleKey: ruleKeyOf(request),
  periodKey,
})
