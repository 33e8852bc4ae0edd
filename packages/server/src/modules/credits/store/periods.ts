import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from '../core/wallet.ts'

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

/** What a rule has given for a period already. */
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

/** What expiry took of a rule's grants that ended with a period. */
export async function readExpired(
  session: Session,
  { bucket, environmentId }: Wallet,
  { subscriptionId, ruleKey, endedAt }: RuleKey & { endedAt: Date },
): Promise<Amount> {
  const values = [bucket, environmentId, subscriptionId, ruleKey, endedAt]
  const [row] = await session.query<{ expired: string }>(EXPIRED, values)
  return parseAmount(row?.expired ?? '0')
}
