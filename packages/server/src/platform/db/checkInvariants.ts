import type pg from 'pg'

/** Something that always holds, as a query for the rows in which it does not. */
export interface Invariant {
  name: string
  /** Selects a column `broken` that tells a person which row it is. */
  sql: string
  /** It speaks of a wallet, and selects bucket, environment_id and account_id too: who is to be frozen. */
  wallet?: true
}

/** A wallet in which something is broken. */
interface BrokenWallet {
  bucket: number
  environmentId: string
  walletId: string
}

export interface Breach {
  name: string
  /** The first few of the broken rows. */
  examples: string[]
  wallets: BrokenWallet[]
}

const MAX_EXAMPLES = 5
const MAX_WALLETS = 1_000

interface Row {
  broken: string
  bucket: number
  environment_id: string
  account_id: string
}

/** Checks every invariant in one snapshot and returns those that are broken. */
export async function checkInvariants(
  pool: pg.Pool,
  invariants: readonly Invariant[],
): Promise<Breach[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Recomputing everything takes as long as it takes.
    await client.query('SET LOCAL statement_timeout = 0')
    // What it adds up by wallet and by grant should not go through the disk.
    await client.query("SET LOCAL work_mem = '128MB'")
    // All of a table is asked for, and a wrong guess at a size must not turn that into a square.
    await client.query('SET LOCAL enable_nestloop = off')
    const breaches: Breach[] = []
    for (const { name, sql, wallet = false } of invariants) {
      const { rows } = await client.query<Row>(
        `SELECT * FROM (${sql}) broken LIMIT ${wallet ? MAX_WALLETS : MAX_EXAMPLES}`,
      )
      if (rows.length > 0) {
        const examples = rows.slice(0, MAX_EXAMPLES).map(({ broken }) => broken)
        breaches.push({ name, examples, wallets: wallet ? walletsOf(rows) : [] })
      }
    }
    await client.query('COMMIT')
    return breaches
  } finally {
    client.release()
  }
}

const walletsOf = (rows: readonly Row[]): BrokenWallet[] => [
  ...new Map(
    rows.map(({ bucket, environment_id, account_id }) => [
      account_id,
      { bucket, environmentId: environment_id, walletId: account_id },
    ]),
  ).values(),
]
