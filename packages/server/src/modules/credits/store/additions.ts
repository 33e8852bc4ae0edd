import { formatAmount } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import { tellMerchants } from '../../../platform/db/outbox.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from '../core/wallet.ts'

const ADD_ACCOUNTS: Statement = {
  name: 'credits-add-accounts',
  text: `
    INSERT INTO credit_accounts (bucket, environment_id, id, customer_id, credit_currency_id, status,
      balance, held, overdraft, last_seq, next_due_at, consumed_on, consumed, created_at, updated_at)
    SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::numeric[], $8::numeric[], $9::numeric[], $10::bigint[], $11::timestamptz[], $12::date[],
      $13::numeric[], $14::timestamptz[], $15::timestamptz[])`,
}

/** Wallets on their first use. */
export async function addAccounts(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const added = wallets.filter(({ isNew }) => isNew)
  if (added.length === 0) return
  await session.query(ADD_ACCOUNTS, [
    arrayLiteral(added, ({ bucket }) => bucket),
    arrayLiteral(added, ({ environmentId }) => environmentId),
    arrayLiteral(added, ({ id }) => id),
    arrayLiteral(added, ({ customerId }) => customerId),
    arrayLiteral(added, ({ creditCurrencyId }) => creditCurrencyId),
    arrayLiteral(added, ({ status }) => status),
    arrayLiteral(added, ({ balance }) => formatAmount(balance)),
    arrayLiteral(added, ({ held }) => formatAmount(held)),
    arrayLiteral(added, ({ overdraft }) => formatAmount(overdraft)),
    arrayLiteral(added, ({ lastSeq }) => lastSeq),
    arrayLiteral(added, ({ nextDueAt }) => nextDueAt),
    arrayLiteral(added, ({ consumedOn }) => consumedOn),
    arrayLiteral(added, ({ consumed }) => formatAmount(consumed)),
    arrayLiteral(added, ({ createdAt }) => createdAt),
    arrayLiteral(added, ({ updatedAt }) => updatedAt),
  ])
}

const ADD_GRANTS: Statement = {
  name: 'credits-add-grants',
  text: `
    INSERT INTO credit_grants (bucket, environment_id, id, account_id, reason, amount, remaining,
      expired, active, priority, expires_at, voided_at, subscription_id, plan_id, rule_key,
      period_key, credit_package_id, source_invoice_id, description, metadata, created_at, updated_at)
    SELECT bucket, environment_id, id, account_id, reason, amount, remaining,
      expired, remaining > 0, priority, expires_at, voided_at, subscription_id, plan_id, rule_key,
      period_key, credit_package_id, source_invoice_id, description, metadata, created_at, updated_at
    FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[],
      $7::numeric[], $8::numeric[], $9::smallint[], $10::timestamptz[], $11::timestamptz[],
      $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[],
      $19::jsonb[], $20::timestamptz[], $21::timestamptz[])
      AS v (bucket, environment_id, id, account_id, reason, amount, remaining, expired, priority,
        expires_at, voided_at, subscription_id, plan_id, rule_key, period_key, credit_package_id,
        source_invoice_id, description, metadata, created_at, updated_at)`,
}

export async function addGrants(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const added = wallets.flatMap((wallet) =>
    wallet.grants.flatMap((grant) => (grant.terms ? [{ wallet, grant, terms: grant.terms }] : [])),
  )
  if (added.length === 0) return
  await session.query(ADD_GRANTS, [
    arrayLiteral(added, ({ wallet }) => wallet.bucket),
    arrayLiteral(added, ({ wallet }) => wallet.environmentId),
    arrayLiteral(added, ({ grant }) => grant.id),
    arrayLiteral(added, ({ wallet }) => wallet.id),
    arrayLiteral(added, ({ terms }) => terms.reason),
    arrayLiteral(added, ({ terms }) => formatAmount(terms.amount)),
    arrayLiteral(added, ({ grant }) => formatAmount(grant.remaining)),
    arrayLiteral(added, ({ grant }) => formatAmount(grant.expired)),
    arrayLiteral(added, ({ grant }) => grant.priority),
    arrayLiteral(added, ({ grant }) => grant.expiresAt),
    arrayLiteral(added, ({ grant }) => grant.voidedAt),
    arrayLiteral(added, ({ terms }) => terms.subscriptionId),
    arrayLiteral(added, ({ terms }) => terms.planId),
    arrayLiteral(added, ({ terms }) => terms.ruleKey),
    arrayLiteral(added, ({ terms }) => terms.periodKey),
    arrayLiteral(added, ({ terms }) => terms.creditPackageId),
    arrayLiteral(added, ({ terms }) => terms.sourceInvoiceId),
    arrayLiteral(added, ({ terms }) => terms.description),
    arrayLiteral(added, ({ terms }) => JSON.stringify(terms.metadata)),
    arrayLiteral(added, ({ grant }) => grant.createdAt),
    arrayLiteral(added, ({ wallet }) => wallet.updatedAt),
  ])
}

const ADD_DAYS: Statement = {
  name: 'credits-add-days',
  text: `
    INSERT INTO credit_days AS d (bucket, environment_id, account_id, day, consumed)
    SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::date[], $5::numeric[])
    ON CONFLICT (bucket, account_id, day) DO UPDATE SET consumed = d.consumed + EXCLUDED.consumed`,
}

export async function addEndedDays(session: Session, wallets: readonly Wallet[]): Promise<void> {
  const ended = wallets.flatMap((wallet) => wallet.endedDays.map((day) => ({ wallet, ...day })))
  if (ended.length === 0) return
  await session.query(ADD_DAYS, [
    arrayLiteral(ended, ({ wallet }) => wallet.bucket),
    arrayLiteral(ended, ({ wallet }) => wallet.environmentId),
    arrayLiteral(ended, ({ wallet }) => wallet.id),
    arrayLiteral(ended, ({ day }) => day),
    arrayLiteral(ended, ({ consumed }) => formatAmount(consumed)),
  ])
}

/** Word for the merchant, in the transaction of what it tells of. */
export const addMessages = (session: Session, wallets: readonly Wallet[]): Promise<void> =>
  tellMerchants(
    session,
    wallets.flatMap(({ bucket, environmentId, customerId, messages }) =>
      messages.map((message) => ({ bucket, environmentId, customerId, ...message })),
    ),
  )
