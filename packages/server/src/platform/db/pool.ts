import pg from 'pg'
import { parseInstant, TIMESTAMPTZ_OID } from './parseInstant.ts'

/** The role that serves requests: it may not change the schema nor what is append-only. */
export const APP_ROLE = 'purser_app'

const INT8_OID = 20
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
const HOT_LIFETIME_SECONDS = 60

/** Money fits a double exactly (at most 15 digits), so int8 may be a number; numeric stays text. */
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
  /** `app` serves requests, `hot` runs check and track; `owner` migrates and runs the job queue. */
  as: 'app' | 'hot' | 'owner'
}

/**
 * The hot path looks up rows by key and nothing else. A plan is made once per connection, and one
 * made while a table was small would read that table whole for as long as the connection lives.
 */
const HOT_SETTINGS = [
  // Only what says so writes, so that a check needs no words to be READ ONLY and see one snapshot.
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
    // Statements that are sent together travel together (withPipeline).
    pipeline: true,
    // Plans are made anew from time to time, with tables as large as they are by then.
    ...(as === 'hot' && { maxLifetimeSeconds: HOT_LIFETIME_SECONDS }),
  })
  // An idle connection that breaks is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
