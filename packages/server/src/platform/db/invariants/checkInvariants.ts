import type pg from 'pg'

/** A condition that must always hold, as a query for the rows that break it. */
export interface Invariant {
  name: string
  /** Selects a column `broken` that identifies the row to a person. */
  sql: string
  /**
   * Concerns a wallet. The query also selects bucket, environment_id and account_id, so that the
   * wallet can be frozen.
   */
  wallet?: true
}

/** A wallet with a broken row. */
interface BrokenWallet {
  bucket: number
  environmentId: string
  walletId: string
}

export interface Breach {
  name: string
  /** The first few broken rows. */
  examples: string[]
  wallets: BrokenWallet[]
}

const MAX_EXAMPLES = 5
const MAX_WALLETS = 1_000

const BEGIN = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  // Recomputing everything may take long.
  'SET LOCAL statement_timeout = 0',
  // Sums by wallet and by grant should stay in memory.
  "SET LOCAL work_mem = '128MB'",
  // The queries read whole tables. A wrong size estimate must not make that quadratic.
  'SET LOCAL enable_nestloop = off',
].join('; ')

interface Row {
  broken: string
  bucket: number
  environment_id: string
  account_id: string
}

/** Checks every invariant in one snapshot and returns the broken ones. */
export async function checkInvariants(
  pool: pg.Pool,
  invariants: readonly Invariant[],
): Promise<Breach[]> {
  const answers = await queryAll(pool, invariants)
  return invariants.flatMap(({ name, wallet }, at) => {
    const rows = answers[at]?.rows ?? []
    const examples = rows.slice(0, MAX_EXAMPLES).map(({ broken }) => broken)
    return rows.length > 0 ? [{ name, examples, wallets: wallet ? walletsOf(rows) : [] }] : []
  })
}

async function queryAll(
  pool: pg.Pool,
  invariants: readonly Invariant[],
): Promise<pg.QueryResult<Row>[]> {
  const client = await pool.connect()
  let isInTransaction = true
  try {
    await client.query(BEGIN)
    // PostgreSQL runs the queries one after the other, without a round trip for each.
    const answers = await Promise.all(
      invariants.map(({ sql, wallet }) =>
        client.query<Row>(
          `SELECT * FROM (${sql}) broken LIMIT ${wallet ? MAX_WALLETS : MAX_EXAMPLES}`,
        ),
      ),
    )
    await client.query('COMMIT')
    isInTransaction = false
    return answers
  } finally {
    client.release(isInTransaction)
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
