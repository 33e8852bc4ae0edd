import type { CreditAccount, CreditGrant } from '@purser/contract'
import { type SqlBool, sql } from 'kysely'
import { toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { ClockKey } from '../../../kernel/clock.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import {
  CLOCK_IS_ADVANCING,
  type DueRows,
  findNextDueOnClock,
  listDueOnClock,
} from '../../../platform/db/dueOnClock.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import { type Session, type Statement, sessionOf } from '../../../platform/db/session.ts'
import {
  readAutoTopUpLogs,
  readAutoTopUpRules,
  renderAutoTopUpLog,
  renderAutoTopUpRule,
} from '../autoTopUp/autoTopUp.sql.ts'
import { findGrants } from '../grants/grants.sql.ts'
import { loadWallets } from './loadWallets.sql.ts'
import { settle } from './settle.core.ts'
import type { Wallet, WalletStatus } from './wallet.core.ts'

type Currency = NonNullable<CreditAccount['currency']>

interface Row {
  id: string
  created_at: Date
  currency: Currency
  collection_method: CreditAccount['effectiveFundingMethod']
  timezone: string
  frozen_time: Date | null
}

/** Lists a customer's wallets, newest first, as if everything due had been settled. */
export async function listWallets(
  tx: Tx,
  { environmentId, now }: { environmentId: string; now: Date },
  customerId: string,
  page: PageRequest,
): Promise<{ data: CreditAccount[]; nextCursor: string | null }> {
  const bucket = bucketOf(environmentId, customerId)
  const { rows } = await sql<Row>`
    SELECT a.id, a.created_at, c.collection_method, c.timezone, t.frozen_time,
      jsonb_build_object('id', u.id, 'slug', u.slug, 'name', u.name,
        'denomination', u.denomination, 'minorUnitScale', u.minor_unit_scale) AS currency
    FROM credit_accounts a
    JOIN customers c ON c.bucket = a.bucket AND c.environment_id = a.environment_id
      AND c.id = a.customer_id
    JOIN credit_currencies u ON u.environment_id = a.environment_id AND u.id = a.credit_currency_id
    LEFT JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
    WHERE a.bucket = ${bucket} AND a.environment_id = ${environmentId}
      AND a.customer_id = ${customerId}
      AND ${afterCursor(page, sql.ref('a.created_at'), sql.ref('a.id'))}
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${page.limit + 1}`.execute(tx)
  const key = { environmentId, customerId, bucket, now: rows[0]?.frozen_time ?? now }
  const loaded = await loadWallets(sessionOf(tx), [key], 'all')
  const wallets = new Map([...loaded.values()].flat().map((wallet) => [wallet.id, wallet]))
  for (const wallet of wallets.values()) settle(wallet, key.now)
  const entries = rows.flatMap((row) => {
    const wallet = wallets.get(row.id)
    return wallet ? [{ ...row, createdAt: row.created_at, wallet }] : []
  })
  const ids = entries.flatMap(({ wallet }) => spendableGrants(wallet).map(({ id }) => id))
  const grants = await findGrants(tx, environmentId, bucket, ids)
  const timezone = rows[0]?.timezone ?? 'UTC'
  const walletIds = entries.map(({ id }) => id)
  const place = { environmentId, bucket, walletIds, now: key.now, timezone }
  const rules = await readAutoTopUpRules(tx, place)
  const logs = await readAutoTopUpLogs(tx, place)
  return pageOf(entries, page.limit, (row) => ({
    ...render(row.wallet, row, grants),
    autoTopup: renderAutoTopUpRule(rules.get(row.id)),
    autoTopupRuntime: renderAutoTopUpLog(logs.get(row.id)),
  }))
}

const spendableGrants = ({ grants }: Wallet) =>
  grants.filter(({ remaining }) => remaining.units > 0n)

const render = (
  wallet: Wallet,
  row: Row,
  grants: ReadonlyMap<string, CreditGrant>,
): Omit<CreditAccount, 'autoTopup' | 'autoTopupRuntime'> => ({
  id: wallet.id,
  customerId: wallet.customerId,
  creditCurrencyId: wallet.creditCurrencyId,
  status: wallet.status,
  balance: toNearestNumber(wallet.balance),
  held: toNearestNumber(wallet.held),
  currency: row.currency,
  grants: spendableGrants(wallet).flatMap(({ id, remaining }) => {
    const grant = grants.get(id)
    return grant ? [{ ...grant, creditsRemaining: toNearestNumber(remaining) }] : []
  }),
  effectiveFundingMethod: row.collection_method,
})

/** Reads a wallet at the customer's time, as if everything due had been settled. */
export async function readWallet(
  tx: Tx,
  { environmentId, now }: { environmentId: string; now: Date },
  { customerId, creditCurrencyId }: { customerId: string; creditCurrencyId: string },
): Promise<Pick<Wallet, 'status' | 'balance'> | null> {
  const key = { environmentId, customerId, bucket: bucketOf(environmentId, customerId), now }
  const loaded = await loadWallets(sessionOf(tx), [key], 'all')
  const wallet = [...loaded.values()]
    .flat()
    .find((each) => each.creditCurrencyId === creditCurrencyId)
  if (!wallet) return null
  settle(wallet, now)
  return wallet
}

export async function findWalletId(
  tx: Tx,
  environmentId: string,
  { customerId, creditCurrencyId }: { customerId: string; creditCurrencyId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('credit_accounts')
    .select('id')
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('credit_currency_id', '=', creditCurrencyId)
    .executeTakeFirst()
  return row?.id ?? null
}

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

/** A wallet in which something is due. */
export interface DueWallet {
  environmentId: string
  customerId: string
  creditCurrencyId: string
  id: string
  dueAt: Date
}

/**
 * In the order of the index on due times. Customers on a test clock follow that clock, which may be
 * ahead of real time or behind it. Wallets whose test clock is advancing are skipped.
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
       LEFT JOIN test_clocks k ON k.environment_id = c.environment_id AND k.id = c.test_clock_id
       WHERE a.next_due_at <= $1 AND a.next_due_at <= coalesce(k.frozen_time, $1)
         AND NOT ${CLOCK_IS_ADVANCING}
         AND a.status <> 'closed' AND (a.next_due_at, a.id) > ($2::timestamptz, $3::text)
       ORDER BY a.next_due_at, a.id LIMIT $4)
      UNION ALL
      (SELECT a.environment_id, a.customer_id, a.credit_currency_id, a.id, a.next_due_at
       FROM test_clocks k
       JOIN customers c ON c.environment_id = k.environment_id AND c.test_clock_id = k.id
         AND c.deleted_at IS NULL
       JOIN credit_accounts a ON a.bucket = c.bucket AND a.environment_id = c.environment_id
         AND a.customer_id = c.id
       WHERE k.frozen_time > $1 AND NOT ${CLOCK_IS_ADVANCING} AND a.next_due_at > $1
         AND a.next_due_at <= k.frozen_time
         AND a.status <> 'closed' AND (a.next_due_at, a.id) > ($2::timestamptz, $3::text)
       ORDER BY a.next_due_at, a.id LIMIT $4)
    ) due ORDER BY "dueAt", id LIMIT $4`,
}

export const findDueWallets = (
  session: Session,
  page: { now: Date; after: Pick<DueWallet, 'dueAt' | 'id'>; limit: number },
): Promise<DueWallet[]> =>
  session.query<DueWallet>(FIND_DUE, [page.now, page.after.dueAt, page.after.id, page.limit])

const DUE: DueRows<DueWallet> = {
  table: 'credit_accounts',
  alias: 'a',
  dueAt: 'next_due_at',
  condition: sql<SqlBool>`a.status <> 'closed'`,
  columns: sql`a.environment_id AS "environmentId", a.customer_id AS "customerId",
    a.credit_currency_id AS "creditCurrencyId", a.id, a.next_due_at AS "dueAt"`,
}

/** Finds the first due time among the wallets of a clock's customers. */
export const findNextWalletDueAt = (db: Database, clock: ClockKey): Promise<Date | null> =>
  findNextDueOnClock(db, clock, DUE)

/** Ordered by customer, then by due time. */
export const findDueWalletsOnClock = (
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<DueWallet[]> => listDueOnClock(db, clock, DUE, at)
