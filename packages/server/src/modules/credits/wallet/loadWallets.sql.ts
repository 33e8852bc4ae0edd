import { parseStored } from '../../../kernel/amount.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import { loadWhole } from './loadWhole.sql.ts'
import { type Grant, operationTime, type Wallet, type WalletStatus } from './wallet.core.ts'

/** A customer whose wallets are loaded, and the customer's time. */
export interface WalletsKey {
  /** The result of `customerMapKey`, if it is already computed. */
  readonly mapKey?: string
  readonly environmentId: string
  readonly customerId: string
  readonly bucket: number
  readonly now: Date
}

/** Nearly every wallet has fewer grants, and nearly every debit is covered by the first. */
const FIRST_GRANTS = 8

/** PostgreSQL does not flatten LATERAL with LIMIT or OFFSET, so it uses the index at any size. */
const LOAD: Statement = {
  name: 'credits-load-wallets',
  text: `
    SELECT k.position, a.id, a.credit_currency_id AS "creditCurrencyId", a.status, a.balance,
      a.held, a.overdraft, a.topup_threshold AS "topUpThreshold", a.last_seq AS "lastSeq", a.next_due_at AS "nextDueAt", a.consumed_on::text AS "consumedOn",
      a.consumed, a.created_at AS "createdAt", a.updated_at AS "updatedAt",
      g.id AS "grantId", g.priority, g.remaining, g.expired, g.expires_at AS "expiresAt",
      g.created_at AS "grantedAt"
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id,
        generate_series(0, cardinality($1::smallint[]) - 1) AS position
    ) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM credit_accounts a
      WHERE a.bucket = k.bucket AND a.environment_id = k.environment_id
        AND a.customer_id = k.customer_id
      OFFSET 0
    ) a
    LEFT JOIN LATERAL (
      SELECT g.id, g.priority, g.remaining, g.expired, g.expires_at, g.created_at
      FROM credit_grants g
      WHERE g.bucket = a.bucket AND g.account_id = a.id AND g.environment_id = a.environment_id
        AND g.active
      ORDER BY g.priority, g.created_at, g.id LIMIT ${FIRST_GRANTS + 1}
    ) g ON true`,
}

interface Row {
  position: number
  id: string
  creditCurrencyId: string
  status: WalletStatus
  balance: string
  held: string
  overdraft: string
  topUpThreshold: string | null
  lastSeq: number
  nextDueAt: Date | null
  consumedOn: string | null
  consumed: string
  createdAt: Date
  updatedAt: Date
  grantId: string | null
  priority: number
  remaining: string
  expired: string
  expiresAt: Date | null
  grantedAt: Date
}

const toWallet = (row: Row, { bucket, environmentId, customerId }: WalletsKey): Wallet => ({
  bucket,
  environmentId,
  id: row.id,
  customerId,
  creditCurrencyId: row.creditCurrencyId,
  createdAt: row.createdAt,
  status: row.status,
  topUpThreshold: row.topUpThreshold === null ? null : parseStored(row.topUpThreshold),
  balance: parseStored(row.balance),
  storedBalance: parseStored(row.balance),
  held: parseStored(row.held),
  overdraft: parseStored(row.overdraft),
  lastSeq: row.lastSeq,
  nextDueAt: row.nextDueAt,
  consumedOn: row.consumedOn,
  consumed: parseStored(row.consumed),
  updatedAt: row.updatedAt,
  grants: [],
  reservations: [],
  hasAllGrants: true,
  isWhole: false,
  isNew: false,
  isChanged: false,
  entries: [],
  events: [],
  endedDays: [],
})

const toGrant = (row: Row, id: string): Grant => ({
  id,
  priority: row.priority,
  expiresAt: row.expiresAt,
  createdAt: row.grantedAt,
  remaining: parseStored(row.remaining),
  expired: parseStored(row.expired),
  voidedAt: null,
  terms: null,
  isChanged: false,
})

/**
 * Loads wallets by `customerMapKey`, each with its first grants. Wallets with something due at their
 * customer's time, and those in `whole`, are loaded completely.
 */
export async function loadWallets(
  session: Session,
  keys: readonly WalletsKey[],
  whole: ReadonlySet<string> | 'all',
): Promise<Map<string, Wallet[]>> {
  const rows = await session.query<Row>(LOAD, [
    arrayLiteral(keys, ({ bucket }) => bucket),
    arrayLiteral(keys, ({ environmentId }) => environmentId),
    arrayLiteral(keys, ({ customerId }) => customerId),
  ])
  const lists = keys.map((): Wallet[] => [])
  let wallet: Wallet | undefined
  for (const row of rows) {
    // Rows of one wallet are adjacent, because they come from one nested loop.
    if (wallet?.id !== row.id) {
      wallet = toWallet(row, keys[row.position] as WalletsKey)
      lists[row.position]?.push(wallet)
    }
    if (row.grantId === null) continue
    if (wallet.grants.length === FIRST_GRANTS) wallet.hasAllGrants = false
    else wallet.grants.push(toGrant(row, row.grantId))
  }
  await loadWhole(
    session,
    keys.flatMap((key, at) =>
      (lists[at] ?? []).filter(
        (each) => whole === 'all' || whole.has(each.id) || isDue(each, key.now),
      ),
    ),
  )
  return new Map(keys.map((key, at) => [key.mapKey ?? customerMapKey(key), lists[at] ?? []]))
}

const isDue = (wallet: Wallet, now: Date): boolean =>
  wallet.nextDueAt !== null && wallet.nextDueAt <= operationTime(wallet, now)
