import { randomBytes } from 'node:crypto'
import { createApp } from '../../../src/app.ts'
import { createPool } from '../../../src/platform/db/pool.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { tunePool } from '../database/tunePool.ts'
import { type Call, createCaller } from './callApi.ts'
import type { TestApp } from './testApp.ts'

export interface SecondApp {
  readonly url: string
  /**
   * Makes a call that must succeed and returns its body. Uses the sandbox's full key by default.
   */
  ok<T = Record<string, unknown>>(operation: string, call?: Call): Promise<T>
  stop(): Promise<void>
}

/** Starts another server on the database of a test's app, with separate connections and caches. */
export async function startSecondApp({ databaseUrl, clock, sandbox }: TestApp): Promise<SecondApp> {
  const pool = createPool({ connectionString: databaseUrl, max: 6, as: 'app' })
  const hotPool = createPool({ connectionString: databaseUrl, max: 4, as: 'hot' })
  for (const each of [pool, hotPool]) tunePool(each)
  const app = createApp({
    pool,
    hotPool,
    clock,
    logger: createLogger('silent', () => {}),
    encryptionKey: randomBytes(32),
    publicUrl: 'http://second.purser.test',
    rateLimit: 'off',
    metricsToken: undefined,
    allowPrivateUrls: true,
  })
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const send = createCaller(url, app.routes)
  return {
    url,
    ok: async <T>(operation: string, call: Call = {}) => {
      const { status, body } = await send(operation, { key: sandbox.keys.full, ...call })
      if (status !== 200) {
        throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`)
      }
      return body as T
    },
    stop: async () => {
      await app.server.close()
      await Promise.all([pool.end(), hotPool.end()])
    },
  }
}
