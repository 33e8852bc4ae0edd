import type pg from 'pg'
import type { Scheduler } from './scheduler.ts'

type Query = (...args: unknown[]) => unknown

/** Changes the text of a statement, to plant a bug without changing code. */
export type Rewrite = (text: string) => string

/** Makes every statement of a pool wait for its turn, and rewrites it if a bug needs that. */
export function schedulePool(pool: pg.Pool, scheduler: Scheduler, rewrite: Rewrite): void {
  // A connection closed for idleness would reopen at an unpredictable moment.
  pool.options.idleTimeoutMillis = 0
  pool.on('connect', (client) => {
    const connection = client as unknown as { query: Query; processID: number | null }
    const send = connection.query.bind(client)
    connection.query = (...args) => {
      if (typeof args.at(-1) === 'function') return send(...args)
      const [query, ...rest] = args
      const rewritten = rewriteQuery(query, rewrite)
      return scheduler.inTurn(connection, textOf(query), async () => send(rewritten, ...rest))
    }
  })
}

/** Opens all connections in advance, so that none opens during a run. */
export async function warmUp(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()),
  )
  for (const client of clients) client.release()
}

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : (query as { text: string }).text).replace(/\s+/g, ' ').trim()

/** Renames a rewritten prepared statement, so that it does not clash with the original. */
function rewriteQuery(query: unknown, rewrite: Rewrite): unknown {
  if (typeof query === 'string') return rewrite(query)
  const { text, name } = query as { text: string; name?: string }
  const rewritten = rewrite(text)
  return rewritten === text
    ? query
    : { ...(query as object), text: rewritten, ...(name && { name: `${name}*` }) }
}
