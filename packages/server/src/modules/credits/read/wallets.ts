import type { CreditAccount, CreditGrant } from '@purser/contract'
import { sql } from 'kysely'
import { toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { settle } from '../core/settle.ts'
import type { Wallet } from '../core/wallet.ts'
import { readAutoTopUpLogs, readAutoTopUpRules, renderLog, renderRule } from './autoTopUps.ts'
import { findGrants } from './grants.ts'
import { loadWallets } from './loadWallets.ts'

type Currency = NonNullable<CreditAccount['currency']>

interface Row {
  id: string
  created_at: Date
  currency: Currency
  collection_method: CreditAccount['effectiveFundingMethod']
  timezone: string
  frozen_time: Date | null
}

/** A customer's wallets, newest first; what has run out is shown as if it had been booked. */
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
  const shown = rows.flatMap((row) => {
    const wallet = wallets.get(row.id)
    return wallet ? [{ ...row, createdAt: row.created_at, wallet }] : []
  })
  const ids = shown.flatMap(({ wallet }) => spendableGrants(wallet).map(({ id }) => id))
  const grants = await findGrants(tx, environmentId, bucket, ids)
  const timezone = rows[0]?.timezone ?? 'UTC'
  const walletIds = shown.map(({ id }) => id)
  const place = { environmentId, bucket, walletIds, now: key.now, timezone }
  const rules = await readAutoTopUpRules(tx, place)
  const logs = await readAutoTopUpLogs(tx, place)
  return pageOf(shown, page.limit, (row) => ({
    ...render(row.wallet, row, grants),
    autoTopup: renderRule(rules.get(row.id)),
    autoTopupRuntime: renderLog(logs.get(row.id)),
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

/** A customer's wallet as it stands at the customer's time, what has run out being gone. */
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

/** A customer's wallet in a currency; null when it has none. */
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
