import { createRuntime } from '../../packages/server/src/bin/runtime.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { createLogger } from '../../packages/server/src/platform/logger.ts'
import { writeByTurns } from '../../packages/server/src/platform/writeByTurns.ts'
import { serveUntilStopped } from './serveUntilStopped.ts'

export interface PurserSettings {
  databaseUrl: string
  encryptionKey: string
}

/** Purser as `purser serve` runs it, without the rate limit and with one more endpoint. */
serveUntilStopped(async ({ databaseUrl, encryptionKey }: PurserSettings) => {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    PURSER_ENCRYPTION_KEY: encryptionKey,
    PURSER_RATE_LIMIT: 'off',
  })
  const runtime = await createRuntime({
    config: { ...config, port: 0 },
    database: { url: databaseUrl, close: async () => {} },
    logger: createLogger(config.logLevel, writeByTurns(process.stdout)),
    migrations: 'require',
  })
  // What HTTP costs by itself: the yardstick of the others.
  runtime.app.server.post('/bench/noop', async () => ({ ok: true }))
  return { address: await runtime.listen(), close: runtime.close }
})
