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
      FROM (
        SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
          unnest($3::text[]) AS id, unnest($4::numeric[]) AS balance, unnest($5::numeric[]) AS held,
          unnest($6::numeric[]) AS overdraft, unnest($7::bigint[]) AS last_seq,
          unnest($8::timestamptz[]) AS next_due_at, unnest($9::date[]) AS consumed_on,
          unnest($10::numeric[]) AS consumed, unnest($11::timestamptz[]) AS updated_at
      ) AS v
      WHERE a.bucket = v.bucket AND a.environment_id = v.environment_id AND a.id = v.id
    ), moved_grants AS (
      UPDATE credit_grants g SET remaining = v.remaining, expired = v.expired,
        active = v.remaining > 0, voided_at = v.voided_at, updated_at = v.updated_at
      FROM (
        SELECT unnest($12::smallint[]) AS bucket, unnest($13::text[]) AS environment_id,
          unnest($14::text[]) AS id, unnest($15::numeric[]) AS remaining,
          unnest($16::numeric[]) AS expired, unnest($17::timestamptz[]) AS voided_at,
          unnest($18::timestamptz[]) AS updated_at
      ) AS v
      WHERE g.bucket = v.bucket AND g.environment_id = v.environment_id AND g.id = v.id
    )
    INSERT INTO credit_ledger (bucket, environment_id, account_id, seq, created_at, type, reason,
      amount, balance_before, balance_after, grant_id, reservation_id, feature_id, usage_event_id,
      metadata, invoice_id)
    SELECT unnest($19::smallint[]), unnest($20::text[]), unnest($21::text[]), unnest($22::bigint[]),
      unnest($23::timestamptz[]), unnest($24::text[]), unnest($25::text[]), unnest($26::numeric[]),
      unnest($27::numeric[]), unnest($28::numeric[]), unnest($29::text[]), unnest($30::text[]),
      unnest($31::text[]), unnest($32::text[]), unnest($33::jsonb[]),
      unnest($34::text[])`,
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
    arrayLiteral(entries, ({ entry }) => entry.invoiceId),
  ])
}
