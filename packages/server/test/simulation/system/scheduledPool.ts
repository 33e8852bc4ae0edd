import type pg from 'pg'
import type { Scheduler } from './scheduler.ts'

type Query = (...args: unknown[]) => unknown

/** A change of a statement's text, to plant a bug without touching the code. */
export type Rewrite = (text: string) => string

/** Makes every statement of a pool wait for its turn, and perhaps say something else. */
export function schedulePool(pool: pg.Pool, scheduler: Scheduler, rewrite: Rewrite): void {
  // A connection that was closed for idleness would be opened anew at a moment of its own.
  pool.options.idleTimeoutMillis = 0
  pool.on('connect', (client) => {
    const connection = client as unknown as { query: Query; processID: number | null }
    const send = connection.query.bind(client)
    connection.query = (...args) => {
      if (typeof args.at(-1) === 'function') return send(...args)
      const [query, ...rest] = args
      const changed = rewritten(query, rewrite)
      return scheduler.inTurn(connection, textOf(query), async () => send(changed, ...rest))
    }
  })
}

/** Opens all connections beforehand, so that none is opened in the middle of a run. */
export async function warmUp(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()),
  )
  for (const client of clients) client.release()
}

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : (query as { text: string }).text).replace(/\s+/g, ' ').trim()

/** A statement that was rewritten is prepared under another name. */
function rewritten(query: unknown, rewrite: Rewrite): unknown {
  if (typeof query === 'string') return rewrite(query)
  const { text, name } = query as { text: string; name?: string }
  const changed = rewrite(text)
  return changed === text
    ? query
    : { ...(query as object), text: changed, ...(name && { name: `${name}*` }) }
}
