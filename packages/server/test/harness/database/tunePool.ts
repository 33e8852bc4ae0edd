import type pg from 'pg'

type Query = (...args: unknown[]) => unknown

/** On a busy machine, a statement in a test with many writers may wait for more than a minute. */
const WAIT_MS = 120_000
const SETTINGS = [
  'plan_cache_mode = force_generic_plan',
  'synchronous_commit = off',
  `lock_timeout = ${WAIT_MS}`,
  `statement_timeout = ${WAIT_MS}`,
]
  .map((setting) => `SET ${setting}`)
  .join('; ')

/** The names of the prepared statements that this worker has sent, by their text. */
const names = new Map<string, string>()

/**
 * Makes PostgreSQL parse and plan each statement once per connection, and commit without waiting
 * for the disk. Tests send the same statements to almost empty tables again and again, so
 * PostgreSQL would otherwise spend most of its time on planning. Statements also wait longer for
 * locks and connections than in production. Tests of durability start the real server instead.
 */
export function tunePool(pool: pg.Pool): void {
  pool.options.connectionTimeoutMillis = WAIT_MS
  pool.on('connect', (client) => {
    const connection = client as unknown as { query: Query }
    const send = connection.query.bind(client)
    send(SETTINGS)
    connection.query = (query, values, ...rest) =>
      isPreparable(query, values)
        ? send({ name: nameOf(query), text: query }, values, ...rest)
        : send(query, values, ...rest)
  })
}

/** Without parameters, a string may contain several statements, which cannot be prepared. */
const isPreparable = (query: unknown, values: unknown): query is string =>
  typeof query === 'string' &&
  ((Array.isArray(values) && values.length > 0) || /^\s*(select|with)\b/i.test(query))

function nameOf(statement: string): string {
  const name = names.get(statement) ?? `test_${names.size}`
  names.set(statement, name)
  return name
}
