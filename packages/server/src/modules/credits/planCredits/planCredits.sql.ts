import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Session, type Statement, sessionOf } from '../../../platform/db/session.ts'
import type { Wallet } from '../wallet/wallet.core.ts'

/** Selects a plan's grants for a period and later ones, without one-time grants and rollovers. */
interface PlanCreditsKey {
  readonly environmentId: string
  readonly customerId: string
  readonly subscriptionId: string
  readonly creditCurrencyId: string
  /** Keys start with the ISO 8601 start of their period, so their order is chronological. */
  readonly fromKey: string
  /** The customer's time. */
  readonly now: Date
}

interface PlanCredits {
  /** Credits that can still be spent. Held credits count as used. */
  readonly remaining: Amount
  /** The original amount of grants that the merchant voided. */
  readonly voided: Amount
}

const GRANTS = `
  FROM credit_grants g
  JOIN credit_accounts a ON a.bucket = g.bucket AND a.environment_id = g.environment_id
    AND a.id = g.account_id
  WHERE g.bucket = $1 AND g.environment_id = $2 AND g.subscription_id = $4
    AND a.customer_id = $3 AND a.credit_currency_id = $5
    AND g.period_key COLLATE "C" >= $6 AND g.period_key <> 'once'
    AND g.reason <> 'ROLLOVER'`

const PLAN_CREDITS: Statement = {
  name: 'credits-plan-credits',
  text: `
    SELECT coalesce(sum(g.remaining) FILTER (
        WHERE g.active AND (g.expires_at IS NULL OR g.expires_at > $7)), 0) AS remaining,
      coalesce(sum(g.amount) FILTER (WHERE g.voided_at IS NOT NULL), 0) AS voided ${GRANTS}`,
}

/**
 * Reads the remaining and voided credits that a subscription's plan granted in a credit currency.
 */
export async function readPlanCredits(tx: Tx, key: PlanCreditsKey): Promise<PlanCredits> {
  const [row] = await sessionOf(tx).query<{ remaining: string; voided: string }>(PLAN_CREDITS, [
    ...valuesOf(key),
    key.now,
  ])
  return { remaining: parseAmount(row?.remaining ?? '0'), voided: parseAmount(row?.voided ?? '0') }
}

const PLAN_GRANT_IDS: Statement = {
  name: 'credits-plan-grant-ids',
  text: `SELECT g.id ${GRANTS} AND g.active ORDER BY g.created_at DESC, g.id DESC`,
}

/** Lists a plan's grants with remaining credits, newest first. */
export async function listPlanGrantIds(
  session: Session,
  key: Omit<PlanCreditsKey, 'now'>,
): Promise<string[]> {
  const rows = await session.query<{ id: string }>(PLAN_GRANT_IDS, valuesOf(key))
  return rows.map(({ id }) => id)
}

const valuesOf = (key: Omit<PlanCreditsKey, 'now'>) => [
  bucketOf(key.environmentId, key.customerId),
  key.environmentId,
  key.customerId,
  key.subscriptionId,
  key.creditCurrencyId,
  key.fromKey,
]

interface RuleKey {
  subscriptionId: string
  ruleKey: string
}

const FIND: Statement = {
  name: 'credits-find-period-grant',
  text: `
    SELECT id FROM credit_grants WHERE bucket = $1 AND environment_id = $2
      AND subscription_id = $3 AND rule_key = $4 AND period_key = $5`,
}

/** Finds the grant that a rule has already given for a period. */
export async function findPeriodGrant(
  session: Session,
  { bucket, environmentId }: Wallet,
  { subscriptionId, ruleKey, periodKey }: RuleKey & { periodKey: string },
): Promise<string | null> {
  const values = [bucket, environmentId, subscriptionId, ruleKey, periodKey]
  const [row] = await session.query<{ id: string }>(FIND, values)
  return row?.id ?? null
}

const EXPIRED: Statement = {
  name: 'credits-read-expired',
  text: `
    SELECT coalesce(sum(expired), 0) AS expired FROM credit_grants
    WHERE bucket = $1 AND environment_id = $2 AND subscription_id = $3 AND rule_key = $4
      AND period_key IS NOT NULL AND expires_at = $5`,
}

/** Reads the credits that expired with a rule's grants at the end of a period. */
export async function readExpiredCredits(
  session: Session,
  { bucket, environmentId }: Wallet,
  { subscriptionId, ruleKey, endedAt }: RuleKey & { endedAt: Date },
): Promise<Amount> {
  const values = [bucket, environmentId, subscriptionId, ruleKey, endedAt]
  const [row] = await session.query<{ expired: string }>(EXPIRED, values)
  return parseAmount(row?.expired ?? '0')
}
