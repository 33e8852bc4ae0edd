import type { Amount } from '../../../kernel/amount.ts'
import type { WalletStatus } from './wallet.core.ts'

export interface Balance {
  balance: Amount
  status: WalletStatus
}

/**
 * Selects the balance of the wallets that `joinWallets` finds. If something is due, the balance is
 * computed as if the wallet were settled: without expired grants, plus the credits that expired
 * reservations return to live grants. The computation is in a CASE, because only a CASE prevents it
 * for the other wallets.
 */
export const BALANCE_COLUMNS = `a.status,
      CASE WHEN a.next_due_at IS NULL OR a.next_due_at > clock.now THEN a.balance
      ELSE a.balance + coalesce((
          SELECT sum(h.amount) FROM credit_reservations r
          JOIN credit_holds h ON h.bucket = r.bucket AND h.reservation_id = r.id
            AND h.environment_id = r.environment_id
          LEFT JOIN credit_grants g ON g.bucket = h.bucket
            AND g.environment_id = h.environment_id AND g.id = h.grant_id
          WHERE r.bucket = a.bucket AND r.account_id = a.id AND r.environment_id = a.environment_id
            AND r.status = 'held' AND r.expires_at <= clock.now
            AND g.voided_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > clock.now)
        ), 0) - coalesce((
          SELECT sum(g.remaining) FROM credit_grants g
          WHERE g.bucket = a.bucket AND g.account_id = a.id AND g.environment_id = a.environment_id
            AND g.active AND g.expires_at <= clock.now
        ), 0)
      END AS balance`

/** Joins the wallets of keys `k` (customer and currency). `now` is the customer's time. */
export const joinWallets = (now: string): string => `
    LEFT JOIN LATERAL (
      SELECT a.bucket, a.environment_id, a.id, a.status, a.balance, a.next_due_at, a.updated_at
      FROM credit_accounts a
      WHERE a.bucket = k.bucket AND a.environment_id = k.environment_id
        AND a.customer_id = k.customer_id AND a.credit_currency_id = k.credit_currency_id
      OFFSET 0
    ) a ON true
    CROSS JOIN LATERAL (SELECT greatest(${now}, a.updated_at) AS now) AS clock`
