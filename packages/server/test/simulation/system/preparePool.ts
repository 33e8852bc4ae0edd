import { createHash } from 'node:crypto'
import type pg from 'pg'

type Query = (...args: unknown[]) => unknown

/**
 * Prepares each query of a pool, so that queries which run after every round are parsed and planned
 * once. Parsing and planning is most of the cost of the invariants on few rows.
 */
export function preparePool(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const connection = client as unknown as { query: Query }
    const send = connection.query.bind(client)
    connection.query = (query, ...rest) =>
      send(isQuestion(query) ? preparedQuery(query) : query, ...rest)
  })
}

const isQuestion = (query: unknown): query is string =>
  typeof query === 'string' && /^\s*(select|with)\b/i.test(query)

const preparedQuery = (text: string) => ({
  name: createHash('md5').update(text).digest('hex'),
  text,
})
