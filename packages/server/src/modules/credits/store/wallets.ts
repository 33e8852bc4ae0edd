import { type Amount, formatAmount } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet, WalletStatus } from '../core/wallet.ts'

const FIND: Statement = {
  name: 'credits-find-wallet',
  text: `
    SELECT customer_id AS "customerId", status FROM credit_accounts
    WHERE bucket = $1 AND environment_id = $2 AND id = $3`,
}

export async function findWallet(
  session: Session,
  environmentId: string,
  id: string,
): Promise<{ customerId: string; status: WalletStatus } | null> {
  const bucket = bucketOfId('creditAccount', id)
  if (bucket === null) return null
  const values = [bucket, environmentId, id]
  const [row] = await session.query<{ customerId: string; status: WalletStatus }>(FIND, values)
  return row ?? null
}

const WRITE_STATUS: Statement = {
  name: 'credits-write-status',
  text: `
    UPDATE credit_accounts SET status = $4, updated_at = greatest(updated_at, $5::timestamptz)
    WHERE bucket = $1 AND environment_id = $2 AND id = $3`,
}

export const writeStatus = (
  session: Session,
  change: { environmentId: string; walletId: string; status: WalletStatus; now: Date },
): Promise<unknown> =>
  session.query(WRITE_STATUS, [
    bucketOfId('creditAccount', change.walletId),
    change.environmentId,
    change.walletId,
    change.status,
    change.now,
  ])

export const writeTopUpThreshold = (
  tx: Tx,
  { bucket, environmentId, id }: Pick<Wallet, 'bucket' | 'environmentId' | 'id'>,
  threshold: Amount | null,
): Promise<unknown> =>
  tx
    .updateTable('credit_accounts')
    .set({ topup_threshold: threshold === null ? null : formatAmount(threshold) })
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()

/** A wallet that has something due, in the order in which it fell due. */
export interface DueWallet {
  environmentId: string
  customerId: string
  creditCurrencyId: string
  id: string
  dueAt: Date
}

/**
 * In the order of the index on what is due. A customer on a test clock is due by its clock, which
 * may be ahead of real time or behind it; while that advances, whoever advances it sees to them.
 */
const FIND_DUE: Statement = {
  name: 'credits-find-due-wallets',
  text: `
    SELECT * FROM (
      (SELECT a.environment_id AS "environmentId", a.customer_id AS "customerId",
         a.credit_currency_id AS "creditCurrencyId", a.id, a.next_due_at AS "dueAt"
       FROM credit_accounts a
       JOIN customers c ON c.bucket = a.bucket AND c.environment_id = a.environment_id
         AND c.id = a.customer_id AND c.deleted_at IS NULL
       LEFT JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
       WHERE a.next_due_at <= $1 AND a.next_due_at <= coalesce(t.frozen_time, $1)
         AND t.status IS DISTINCT FROM 'advancing'
         AND a.status <> 'closed' AND (a.next_due_at, a.id) > ($2::timestamptz, $3::text)
       ORDER BY a.next_due_at, a.id LIMIT $4)
      UNION ALL
      (SELECT a.environment_id, a.customer_id, a.credit_currency_id, a.id, a.next_due_at
       FROM test_clocks t
       JOIN customers c ON c.environment_id = t.environment_id AND c.test_clock_id = t.id
         AND c.deleted_at IS NULL
       JOIN credit_accounts a ON a.bucket = c.bucket AND a.environment_id = c.environment_id
         AND a.customer_id = c.id
       WHERE t.frozen_time > $1 AND t.status <> 'advancing' AND a.next_due_at > $1 AND a.next_due_at <= t.frozen_time
         AND a.status <> 'closed' AND (a.next_due_at, a.id) > ($2::timestamptz, $3::text)
       ORDER BY a.next_due_at, a.id LIMIT $4)
    ) due ORDER BY "dueAt", id LIMIT $4`,
}

export const findDueWallets = (
  session: Session,
  page: { now: Date; after: Pick<DueWallet, 'dueAt' | 'id'>; limit: number },
): Promise<DueWallet[]> =>
  session.query<DueWallet>(FIND_DUE, [page.now, page.after.dueAt, page.after.id, page.limit])
