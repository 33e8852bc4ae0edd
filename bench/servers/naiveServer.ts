import { createPool } from '../../packages/server/src/platform/db/pool.ts'
import { createServer } from '../../packages/server/src/platform/http/createServer.ts'
import { createLogger } from '../../packages/server/src/platform/logger.ts'
import { writeByTurns } from '../../packages/server/src/platform/writeByTurns.ts'
import { type NaiveEvent, trackNaively } from '../naive/trackNaively.ts'
import type { Merchant } from '../seed/seedMerchant.ts'
import { serveUntilStopped } from './serveUntilStopped.ts'

const CONNECTIONS = 16

export interface NaiveSettings {
  databaseUrl: string
  merchant: Merchant
}

/**
 * Uses the same HTTP server as Purser. Only the way in which an event reaches the database differs.
 */
serveUntilStopped(async ({ databaseUrl, merchant }: NaiveSettings) => {
  const pool = createPool({ connectionString: databaseUrl, max: CONNECTIONS, as: 'app' })
  const server = createServer(createLogger('info', writeByTurns(process.stdout)))
  server.post('/track', async (request) => {
    const { events } = request.body as { events: NaiveEvent[] }
    const results = []
    for (const [index, event] of events.entries()) {
      results.push({ index, ...(await trackNaively(pool, merchant, event)) })
    }
    return { accepted: results.length, rejected: 0, results }
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    address,
    close: async () => {
      await server.close()
      await pool.end()
    },
  }
})
