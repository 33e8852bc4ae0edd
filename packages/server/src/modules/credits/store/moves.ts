import { formatAmount } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from '../core/wallet.ts'

/** All that a use of credits writes, for any number of wallets: balances, grants and ledger. */
const MOVE: Statement = {
  name: 'credits-move',
  text: `
    WITH moved_accounts AS (
      UPDATE credit_accounts a SET balance = v.balance, held = v.held, overdraft = v.overdraft,
        last_seq = v.last_seq, next_due_at = v.next_due_at, consumed_on = v.consumed_on,
        consumed = v.consumed, updated_at = v.updated_at
      FROM unnest($1::smallint[], $2::text[], $3::text[], $4::numeric[], $5::numeric[],
        $6::numeric[], $7::bigint[], $8::timestamptz[], $9::date[], $10::numeric[],
        $11::timestamptz[])
        AS v (bucket, environment_id, id, balance, held, overdraft, last_seq, next_due_at,
          consumed_on, consumed, updated_at)
      WHERE a.bucket = v.bucket AND a.environment_id = v.environment_id AND a.id = v.id
    ), moved_grants AS (
      UPDATE credit_grants g SET remaining = v.remaining, expired = v.expired,
        active = v.remaining > 0, voided_at = v.voided_at, updated_at = v.updated_at
      FROM unnest($12::smallint[], $13::text[], $14::text[], $15::numeric[], $16::numeric[],
        $17::timestamptz[], $18::timestamptz[])
        AS v (bucket, environment_id, id, remaining, expired, voided_at, updated_at)
      WHERE g.bucket = v.bucket AND g.environment_id = v.environment_id AND g.id = v.id
    )
    INSERT INTO credit_ledger (bucket, environment_id, account_id, seq, created_at, type, reason,
      amount, balance_before, balance_after, grant_id, reservation_id, feature_id, usage_event_id,
      metadata)
    SELECT * FROM unnest($19::smallint[], $20::text[], $21::text[], $22::bigint[],
      $23::timestamptz[], $24::text[], $25::text[], $26::numeric[], $27::numeric[], $28::numeric[],
      $29::text[], $30::text[], $31::text[], $32::text[], $33::jsonb[])`,
}

/** Changes of wallets and grants that are there already, and the rows of all. */
export async function writeMoves(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const accounts = wallets.filter(({ isNew, isChanged }) => isChanged && !isNew)
  const grants = wallets.flatMap((wallet) =>
    wallet.grants
      .filter(({ isChanged, terms }) => isChanged && terms === null)
      .map((grant) => ({ wallet, grant })),
  )
  const entries = wallets.flatMap((wallet) => wallet.entries.map((entry) => ({ wallet, entry })))
  if (accounts.length === 0 && entries.length === 0) return
  await session.query(MOVE, [
    arrayLiteral(accounts, ({ bucket }) => bucket),
    arrayLiteral(accounts, ({ environmentId }) => environmentId),
    arrayLiteral(accounts, ({ id }) => id),
    arrayLiteral(accounts, ({ balance }) => formatAmount(balance)),
    arrayLiteral(accounts, ({ held }) => formatAmount(held)),
    arrayLiteral(accounts, ({ overdraft }) => formatAmount(overdraft)),
    arrayLiteral(accounts, ({ lastSeq }) => lastSeq),
    arrayLiteral(accounts, ({ nextDueAt }) => nextDueAt),
    arrayLiteral(accounts, ({ consumedOn }) => consumedOn),
    arrayLiteral(accounts, ({ consumed }) => formatAmount(consumed)),
    arrayLiteral(accounts, ({ updatedAt }) => updatedAt),
    arrayLiteral(grants, ({ wallet }) => wallet.bucket),
    arrayLiteral(grants, ({ wallet }) => wallet.environmentId),
    arrayLiteral(grants, ({ grant }) => grant.id),
    arrayLiteral(grants, ({ grant }) => formatAmount(grant.remaining)),
    arrayLiteral(grants, ({ grant }) => formatAmount(grant.expired)),
    arrayLiteral(grants, ({ grant }) => grant.voidedAt),
    arrayLiteral(grants, ({ wallet }) => wallet.updatedAt),
    arrayLiteral(entries, ({ wallet }) => wallet.bucket),
    arrayLiteral(entries, ({ wallet }) => wallet.environmentId),
    arrayLiteral(entries, ({ wallet }) => wallet.id),
    arrayLiteral(entries, ({ entry }) => entry.seq),
    arrayLiteral(entries, ({ entry }) => entry.createdAt),
    arrayLiteral(entries, ({ entry }) => entry.type),
    arrayLiteral(entries, ({ entry }) => entry.reason),
    arrayLiteral(entries, ({ entry }) => formatAmount(entry.amount)),
    arrayLiteral(entries, ({ entry }) => formatAmount(entry.balanceBefore)),
    arrayLiteral(entries, ({ entry }) => formatAmount(entry.balanceAfter)),
    arrayLiteral(entries, ({ entry }) => entry.grantId),
    arrayLiteral(entries, ({ entry }) => entry.reservationId),
    arrayLiteral(entries, ({ entry }) => entry.featureId),
    arrayLiteral(entries, ({ entry }) => entry.usageEventId),
    arrayLiteral(entries, ({ entry }) =>
      entry.metadata === null ? null : JSON.stringify(entry.metadata),
    ),
  ])
}
