import { type Amount, parseStored } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { WalletStatus } from '../core/wallet.ts'

export interface BalanceKey {
  readonly environmentId: string
  readonly bucket: number
  readonly customerId: string
  readonly creditCurrencyId: string
}

export interface Balance {
  balance: Amount
  status: WalletStatus
}

/**
 * The stored balance, and for a wallet that has something due what settling would make of it: less
 * what has expired, plus what run-out reservations give back to grants that have not ended. That
 * stands in a CASE, because only a CASE keeps it from being computed for the others.
 */
const READ: Statement = {
  name: 'credits-read-balances',
  text: `
    SELECT k.position, a.status,
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
      END AS balance
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id, unnest($4::text[]) AS credit_currency_id,
        generate_series(0, cardinality($1::smallint[]) - 1) AS position
    ) AS k
    CROSS JOIN LATERAL (
      SELECT a.bucket, a.environment_id, a.id, a.status, a.balance, a.next_due_at, a.updated_at
      FROM credit_accounts a
      WHERE a.bucket = k.bucket AND a.environment_id = k.environment_id
        AND a.customer_id = k.customer_id AND a.credit_currency_id = k.credit_currency_id
      OFFSET 0
    ) a
    LEFT JOIN LATERAL (
      SELECT greatest(coalesce(t.frozen_time, $5::timestamptz), a.updated_at) AS now
      FROM customers c
      LEFT JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
      WHERE a.next_due_at IS NOT NULL AND c.bucket = k.bucket
        AND c.environment_id = k.environment_id AND c.id = k.customer_id
      OFFSET 0
    ) clock ON true`,
}

/** What can be spent now, under the names by which it is asked for; wallets that do not exist are absent. */
export async function readBalances(
  session: Session,
  wallets: ReadonlyMap<string, BalanceKey>,
  now: Date,
): Promise<Map<string, Balance>> {
  const names = [...wallets.keys()]
  const keys = [...wallets.values()]
  const rows = await session.query<{ position: number; balance: string; status: WalletStatus }>(
    READ,
    [
      arrayLiteral(keys, ({ bucket }) => bucket),
      arrayLiteral(keys, ({ environmentId }) => environmentId),
      arrayLiteral(keys, ({ customerId }) => customerId),
      arrayLiteral(keys, ({ creditCurrencyId }) => creditCurrencyId),
      now,
    ],
  )
  return new Map(
    rows.map(({ position, balance, status }) => [
      names[position] as string,
      { balance: parseStored(balance), status },
    ]),
  )
}
