import { parseStored } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import { BALANCE_COLUMNS, type Balance, joinWallets } from '../../credits/read.ts'
import {
  type CustomerStanding,
  JOIN_STANDINGS,
  type Place,
  STANDING_COLUMNS,
  type StandingRow,
  toStanding,
} from '../../customers/read.ts'

/** A customer, and optionally a currency whose balance to read. */
export interface BalanceKey extends Place {
  readonly creditCurrencyId: string | null
}

const READ_BALANCES: Statement = {
  name: 'read-balances',
  text: `
    SELECT k.position, ${STANDING_COLUMNS}, ${BALANCE_COLUMNS}
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id, unnest($4::text[]) AS credit_currency_id,
        generate_series(0, cardinality($1::smallint[]) - 1) AS position
    ) AS k
    ${JOIN_STANDINGS}
    ${joinWallets('coalesce(t.frozen_time, $5::timestamptz)')}`,
}

type Row = StandingRow & { position: number } & (
    | { balance: string; status: Balance['status'] }
    | { balance: null; status: null }
  )

/**
 * Reads customers and spendable balances in one statement, because every check needs both. Balances
 * are keyed by the requested names. Customers and wallets that do not exist are left out.
 */
export async function readBalances(
  session: Session,
  requested: ReadonlyMap<string, BalanceKey>,
  now: Date,
): Promise<{ customers: Map<string, CustomerStanding>; balances: Map<string, Balance> }> {
  const names = [...requested.keys()]
  const keys = [...requested.values()]
  const rows = await session.query<Row>(READ_BALANCES, [
    arrayLiteral(keys, ({ bucket }) => bucket),
    arrayLiteral(keys, ({ environmentId }) => environmentId),
    arrayLiteral(keys, ({ customerId }) => customerId),
    arrayLiteral(keys, ({ creditCurrencyId }) => creditCurrencyId),
    now,
  ])
  const customers = new Map<string, CustomerStanding>()
  const balances = new Map<string, Balance>()
  for (const row of rows) {
    const key = keys[row.position] as BalanceKey
    if (!customers.has(key.name)) customers.set(key.name, toStanding(key, row))
    if (row.status === null) continue
    balances.set(names[row.position] as string, {
      balance: parseStored(row.balance),
      status: row.status,
    })
  }
  return { customers, balances }
}
