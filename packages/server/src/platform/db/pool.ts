import pg from 'pg'
import { parseInstant, TIMESTAMPTZ_OID } from './parseInstant.ts'

/** The role that serves requests. It may change neither the schema nor append-only data. */
export const APP_ROLE = 'purser_app'

const INT8_OID = 20
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
const HOT_LIFETIME_SECONDS = 60

/**
 * Money fits into a double exactly (at most 15 digits), so int8 becomes a number. Numeric stays
 * text.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8_OID) return Number
      if (oid === TIMESTAMPTZ_OID) return parseInstant
    }
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

export interface PoolOptions {
  connectionString: string
  max: number
  /**
   * `app` serves requests, `hot` runs check and track, and `owner` migrates and runs the job queue.
   */
  as: 'app' | 'hot' | 'owner'
}

/**
 * The hot path only looks up rows by key. A plan is made once per connection, and a plan made while
 * a table was small would scan the whole table for as long as the connection lives.
 */
const HOT_SETTINGS = [
  // Transactions are READ ONLY by default, so that a check needs no BEGIN to read one snapshot.
  'default_transaction_read_only=on',
  'default_transaction_isolation=repeatable\\ read',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]

export function createPool({ connectionString, max, as }: PoolOptions): pg.Pool {
  const settings = [
    'timezone=UTC',
    `lock_timeout=${LOCK_TIMEOUT_MS}`,
    ...(as === 'owner' ? [] : [`role=${APP_ROLE}`, `statement_timeout=${STATEMENT_TIMEOUT_MS}`]),
    ...(as === 'hot' ? HOT_SETTINGS : []),
  ]
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    connectionTimeoutMillis: 5_000,
    application_name: `purser-${as}`,
    keepAlive: true,
    // Statements that are requested together are sent together (withPipeline).
    pipeline: true,
    // Connections are replaced from time to time, so that plans reflect the current size of the
    // tables.
    ...(as === 'hot' && { maxLifetimeSeconds: HOT_LIFETIME_SECONDS }),
  })
  // A broken idle connection is replaced on next use. Without a listener, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
