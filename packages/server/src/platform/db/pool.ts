import pg from 'pg'

/** The role that serves requests: it may not change the schema nor what is append-only. */
export const APP_ROLE = 'purser_app'

const INT8_OID = 20
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000

/** Money fits a double exactly (at most 15 digits), so int8 may be a number; numeric stays text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export interface PoolOptions {
  connectionString: string
  max: number
  /** `app` serves requests; `owner` migrates and runs the job queue. */
  as: 'app' | 'owner'
}

export function createPool({ connectionString, max, as }: PoolOptions): pg.Pool {
  const settings = [
    'timezone=UTC',
    `lock_timeout=${LOCK_TIMEOUT_MS}`,
    ...(as === 'app' ? [`role=${APP_ROLE}`, `statement_timeout=${STATEMENT_TIMEOUT_MS}`] : []),
  ]
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    connectionTimeoutMillis: 5_000,
    application_name: `purser-${as}`,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
