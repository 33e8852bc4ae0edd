import { formatAmount } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import { emitEvents } from '../../../platform/db/outbox.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from './wallet.core.ts'

const ADD_ACCOUNTS: Statement = {
  name: 'credits-add-accounts',
  text: `
    INSERT INTO credit_accounts (bucket, environment_id, id, customer_id, credit_currency_id, status,
      balance, held, overdraft, last_seq, next_due_at, consumed_on, consumed, created_at, updated_at)
    SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),
      unnest($5::text[]), unnest($6::text[]), unnest($7::numeric[]), unnest($8::numeric[]),
      unnest($9::numeric[]), unnest($10::bigint[]), unnest($11::timestamptz[]), unnest($12::date[]),
      unnest($13::numeric[]), unnest($14::timestamptz[]), unnest($15::timestamptz[])`,
}

/** Inserts new wallets. */
export async function addAccounts(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const newWallets = wallets.filter(({ isNew }) => isNew)
  if (newWallets.length === 0) return
  await session.query(ADD_ACCOUNTS, [
    arrayLiteral(newWallets, ({ bucket }) => bucket),
    arrayLiteral(newWallets, ({ environmentId }) => environmentId),
    arrayLiteral(newWallets, ({ id }) => id),
    arrayLiteral(newWallets, ({ customerId }) => customerId),
    arrayLiteral(newWallets, ({ creditCurrencyId }) => creditCurrencyId),
    arrayLiteral(newWallets, ({ status }) => status),
    arrayLiteral(newWallets, ({ balance }) => formatAmount(balance)),
    arrayLiteral(newWallets, ({ held }) => formatAmount(held)),
    arrayLiteral(newWallets, ({ overdraft }) => formatAmount(overdraft)),
    arrayLiteral(newWallets, ({ lastSeq }) => lastSeq),
    arrayLiteral(newWallets, ({ nextDueAt }) => nextDueAt),
    arrayLiteral(newWallets, ({ consumedOn }) => consumedOn),
    arrayLiteral(newWallets, ({ consumed }) => formatAmount(consumed)),
    arrayLiteral(newWallets, ({ createdAt }) => createdAt),
    arrayLiteral(newWallets, ({ updatedAt }) => updatedAt),
  ])
}

const ADD_GRANTS: Statement = {
  name: 'credits-add-grants',
  text: `
    INSERT INTO credit_grants (bucket, environment_id, id, account_id, reason, amount, remaining,
      expired, active, priority, expires_at, voided_at, subscription_id, plan_id, rule_key,
      period_key, credit_package_id, source_invoice_id, topup_attempt_id, description, metadata,
      created_at, updated_at)
    SELECT bucket, environment_id, id, account_id, reason, amount, remaining,
      expired, remaining > 0, priority, expires_at, voided_at, subscription_id, plan_id, rule_key,
      period_key, credit_package_id, source_invoice_id, topup_attempt_id, description, metadata,
      created_at, updated_at
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS id, unnest($4::text[]) AS account_id, unnest($5::text[]) AS reason,
        unnest($6::numeric[]) AS amount, unnest($7::numeric[]) AS remaining,
        unnest($8::numeric[]) AS expired, unnest($9::smallint[]) AS priority,
        unnest($10::timestamptz[]) AS expires_at, unnest($11::timestamptz[]) AS voided_at,
        unnest($12::text[]) AS subscription_id, unnest($13::text[]) AS plan_id,
        unnest($14::text[]) AS rule_key, unnest($15::text[]) AS period_key,
        unnest($16::text[]) AS credit_package_id, unnest($17::text[]) AS source_invoice_id,
        unnest($18::text[]) AS topup_attempt_id, unnest($19::text[]) AS description,
        unnest($20::jsonb[]) AS metadata, unnest($21::timestamptz[]) AS created_at,
        unnest($22::timestamptz[]) AS updated_at
    ) AS v`,
}

export async function addGrants(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const newGrants = wallets.flatMap((wallet) =>
    wallet.grants.flatMap((grant) => (grant.terms ? [{ wallet, grant, terms: grant.terms }] : [])),
  )
  if (newGrants.length === 0) return
  await session.query(ADD_GRANTS, [
    arrayLiteral(newGrants, ({ wallet }) => wallet.bucket),
    arrayLiteral(newGrants, ({ wallet }) => wallet.environmentId),
    arrayLiteral(newGrants, ({ grant }) => grant.id),
    arrayLiteral(newGrants, ({ wallet }) => wallet.id),
    arrayLiteral(newGrants, ({ terms }) => terms.reason),
    arrayLiteral(newGrants, ({ terms }) => formatAmount(terms.amount)),
    arrayLiteral(newGrants, ({ grant }) => formatAmount(grant.remaining)),
    arrayLiteral(newGrants, ({ grant }) => formatAmount(grant.expired)),
    arrayLiteral(newGrants, ({ grant }) => grant.priority),
    arrayLiteral(newGrants, ({ grant }) => grant.expiresAt),
    arrayLiteral(newGrants, ({ grant }) => grant.voidedAt),
    arrayLiteral(newGrants, ({ terms }) => terms.subscriptionId),
    arrayLiteral(newGrants, ({ terms }) => terms.planId),
    arrayLiteral(newGrants, ({ terms }) => terms.ruleKey),
    arrayLiteral(newGrants, ({ terms }) => terms.periodKey),
    arrayLiteral(newGrants, ({ terms }) => terms.creditPackageId),
    arrayLiteral(newGrants, ({ terms }) => terms.sourceInvoiceId),
    arrayLiteral(newGrants, ({ terms }) => terms.topUpAttemptId),
    arrayLiteral(newGrants, ({ terms }) => terms.description),
    arrayLiteral(newGrants, ({ terms }) => JSON.stringify(terms.metadata)),
    arrayLiteral(newGrants, ({ grant }) => grant.createdAt),
    arrayLiteral(newGrants, ({ wallet }) => wallet.updatedAt),
  ])
}

const ADD_DAYS: Statement = {
  name: 'credits-add-days',
  text: `
    INSERT INTO credit_days AS d (bucket, environment_id, account_id, day, consumed)
    SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::date[]),
      unnest($5::numeric[])
    ON CONFLICT (bucket, account_id, day) DO UPDATE SET consumed = d.consumed + EXCLUDED.consumed`,
}

export async function addEndedDays(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const endedDays = wallets.flatMap((wallet) => wallet.endedDays.map((day) => ({ wallet, ...day })))
  if (endedDays.length === 0) return
  await session.query(ADD_DAYS, [
    arrayLiteral(endedDays, ({ wallet }) => wallet.bucket),
    arrayLiteral(endedDays, ({ wallet }) => wallet.environmentId),
    arrayLiteral(endedDays, ({ wallet }) => wallet.id),
    arrayLiteral(endedDays, ({ day }) => day),
    arrayLiteral(endedDays, ({ consumed }) => formatAmount(consumed)),
  ])
}

/** Stores events in the same transaction as the changes they report. */
export const emitWalletEvents = (session: Session, wallets: readonly Wallet[]): Promise<void> =>
  emitEvents(
    session,
    wallets.flatMap(({ bucket, environmentId, customerId, events }) =>
      events.map((event) => ({ bucket, environmentId, customerId, ...event })),
    ),
  )

/**
 * Everything that plain debits write, for any number of wallets: balances, grants and ledger rows.
 */
const WRITE_CHANGES: Statement = {
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

/** Updates existing wallets and grants, and inserts all ledger rows. */
export async function writeChanges(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const accounts = wallets.filter(({ isNew, isChanged }) => isChanged && !isNew)
  const grants = wallets.flatMap((wallet) =>
    wallet.grants
      .filter(({ isChanged, terms }) => isChanged && terms === null)
      .map((grant) => ({ wallet, grant })),
  )
  const entries = wallets.flatMap((wallet) => wallet.entries.map((entry) => ({ wallet, entry })))
  if (accounts.length === 0 && entries.length === 0) return
  await session.query(WRITE_CHANGES, [
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
