import { formatAmount, ZERO } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from '../core/wallet.ts'

/** Under the customer's lock, so one that is pending is seen. */
const ADD_ATTEMPTS: Statement = {
  name: 'credits-add-auto-topups',
  text: `
    INSERT INTO topup_attempts (bucket, environment_id, id, account_id, status, trigger_source,
      funding_method, balance_at_fire, threshold_at_fire, skip_reason, created_at, completed_at)
    SELECT v.bucket, v.environment_id, v.id, v.account_id,
      CASE WHEN p.id IS NULL THEN 'pending' ELSE 'skipped' END, 'auto', c.collection_method,
      v.balance, v.threshold, CASE WHEN p.id IS NOT NULL THEN 'already_pending' END, v.created_at,
      CASE WHEN p.id IS NOT NULL THEN v.created_at END
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS id, unnest($4::text[]) AS account_id,
        unnest($5::text[]) AS customer_id, unnest($6::numeric[]) AS balance,
        unnest($7::numeric[]) AS threshold, unnest($8::timestamptz[]) AS created_at
    ) AS v
    JOIN customers c ON c.bucket = v.bucket AND c.environment_id = v.environment_id
      AND c.id = v.customer_id
    LEFT JOIN topup_attempts p ON p.bucket = v.bucket AND p.environment_id = v.environment_id
      AND p.account_id = v.account_id AND p.status = 'pending' AND p.trigger_source <> 'manual'`,
}

const HINT: Statement = {
  name: 'credits-hint-auto-topups',
  text: `
    SELECT enqueue_job('fireAutoTopUp', json_build_object('environmentId', environment_id,
      'attemptId', id), id, NULL)
    FROM (SELECT unnest($1::text[]) AS environment_id, unnest($2::text[]) AS id) AS v`,
}

/** Leaves a pending attempt for each wallet that has run low, and word of it for whoever acts on it. */
export async function addAutoTopUps(session: Session, low: readonly Wallet[]): Promise<void> {
  if (low.length === 0) return
  const attempts = low.map((wallet) => ({
    wallet,
    id: newIdInBucket('topUpAttempt', wallet.bucket),
  }))
  await Promise.all([
    session.query(ADD_ATTEMPTS, [
      arrayLiteral(attempts, ({ wallet }) => wallet.bucket),
      arrayLiteral(attempts, ({ wallet }) => wallet.environmentId),
      arrayLiteral(attempts, ({ id }) => id),
      arrayLiteral(attempts, ({ wallet }) => wallet.id),
      arrayLiteral(attempts, ({ wallet }) => wallet.customerId),
      arrayLiteral(attempts, ({ wallet }) => formatAmount(wallet.balance)),
      arrayLiteral(attempts, ({ wallet }) => formatAmount(wallet.topUpThreshold ?? ZERO)),
      arrayLiteral(attempts, ({ wallet }) => wallet.updatedAt),
    ]),
    session.query(HINT, [
      arrayLiteral(attempts, ({ wallet }) => wallet.environmentId),
      arrayLiteral(attempts, ({ id }) => id),
    ]),
  ])
}
