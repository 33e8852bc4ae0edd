import type { Plan } from '@purser/contract'
import { type Amount, least, parseAmount, ZERO } from '../../../kernel/amount.ts'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import type { NewGrant } from '../wallet/post.core.ts'

export type GrantRule = Plan['grantRules'][number]

/** Which rule of which subscription gives, and for which period. */
export interface PlanGrant {
  readonly customerId: string
  readonly subscriptionId: string
  readonly planId: string
  readonly planVersion: number
  readonly rulePosition: number
  readonly rule: GrantRule
  readonly periodKey: string
  /** Null: the period does not end. */
  readonly periodEnd: Date | null
}

/** Names a rule for good: a version's rules never change once anyone is subscribed. */
export const ruleKeyOf = (
  from: Pick<PlanGrant, 'planId' | 'planVersion' | 'rulePosition'>,
): string => `${from.planId}/${from.planVersion}/${from.rulePosition}`

/** What a rule gives at the beginning of a period, or at a step within it. */
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

/** How much of what expiry took at the end of a period is carried over. */
export function carriedOver({ rollover }: GrantRule, lost: Amount): Amount {
  if (rollover === 'none') return ZERO
  return rollover === 'all' ? lost : least(lost, parseAmount(rollover.max))
}

/** What is carried over lives for one more period. */
export const rolloverGrant = (request: PlanGrant, amount: Amount): NewGrant => ({
  ...origin(request, rolloverKey(request)),
  reason: 'ROLLOVER',
  amount,
  expiresAt: request.periodEnd,
  metadata: { source: 'plan', trigger: 'rollover', periodKey: request.periodKey },
})

export const rolloverKey = ({ periodKey }: PlanGrant): string => `${periodKey}:rollover`

/** What a rule gives for the rest of a period in which a subscription changed to its plan. */
export const changeGrant = (
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
