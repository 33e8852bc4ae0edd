import { createHash } from 'node:crypto'
import type pg from 'pg'

type Query = (...args: unknown[]) => unknown

/**
 * Makes the connections of a pool prepare each question, so that one which is asked after every
 * round is understood and planned once: that is most of what the invariants cost on few rows.
 */
export function preparePool(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const connection = client as unknown as { query: Query }
    const send = connection.query.bind(client)
    connection.query = (query, ...rest) => send(isQuestion(query) ? named(query) : query, ...rest)
  })
}

const isQuestion = (query: unknown): query is string =>
  typeof query === 'string' && /^\s*(select|with)\b/i.test(query)

const named = (text: string) => ({ name: createHash('md5').update(text).digest('hex'), text })
