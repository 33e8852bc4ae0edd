import { parseStored } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import { BALANCE_COLUMNS, type Balance, joinWallets } from '../../credits/read.ts'
import {
  CUSTOMER_SNAPSHOT_COLUMNS,
  type CustomerLocation,
  type CustomerSnapshot,
  type CustomerSnapshotRow,
  JOIN_CUSTOMER_SNAPSHOTS,
  toCustomerSnapshot,
} from '../../customers/read.ts'

/** A customer, and optionally the currency of the balance to read. */
export interface BalanceKey extends CustomerLocation {
  readonly creditCurrencyId: string | null
}

const READ_BALANCES: Statement = {
  name: 'read-balances',
  text: `
    SELECT k.position, ${CUSTOMER_SNAPSHOT_COLUMNS}, ${BALANCE_COLUMNS}
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id, unnest($4::text[]) AS credit_currency_id,
        generate_series(0, cardinality($1::smallint[]) - 1) AS position
    ) AS k
    ${JOIN_CUSTOMER_SNAPSHOTS}
    ${joinWallets('coalesce(t.frozen_time, $5::timestamptz)')}`,
}

type Row = CustomerSnapshotRow & { position: number } & (
    | { balance: string; status: Balance['status'] }
    | { balance: null; status: null }
  )

/**
 * Reads customers and spendable balances in one statement, because every check needs both. Balances
 * are keyed like the request. Customers and wallets that do not exist are left out.
 */
export async function readBalances(
  session: Session,
  requested: ReadonlyMap<string, BalanceKey>,
  now: Date,
): Promise<{ customers: Map<string, CustomerSnapshot>; balances: Map<string, Balance> }> {
  const mapKeys = [...requested.keys()]
  const keys = [...requested.values()]
  const rows = await session.query<Row>(READ_BALANCES, [
    arrayLiteral(keys, ({ bucket }) => bucket),
    arrayLiteral(keys, ({ environmentId }) => environmentId),
    arrayLiteral(keys, ({ customerId }) => customerId),
    arrayLiteral(keys, ({ creditCurrencyId }) => creditCurrencyId),
    now,
  ])
  const customers = new Map<string, CustomerSnapshot>()
  const balances = new Map<string, Balance>()
  for (const row of rows) {
    const key = keys[row.position] as BalanceKey
    if (!customers.has(key.mapKey)) customers.set(key.mapKey, toCustomerSnapshot(key, row))
    if (row.status === null) continue
    balances.set(mapKeys[row.position] as string, {
      balance: parseStored(row.balance),
      status: row.status,
    })
  }
  return { customers, balances }
}
