import { createRuntime } from '../../packages/server/src/bin/runtime/runtime.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { createLogger } from '../../packages/server/src/platform/logger.ts'
import { writeByTurns } from '../../packages/server/src/platform/writeByTurns.ts'
import { serveUntilStopped } from './serveUntilStopped.ts'

export interface PurserSettings {
  databaseUrl: string
  encryptionKey: string
  /** Where webhooks of the sandbox provider go. */
  publicUrl?: string
  /** Whether it works the job queue as well, as `npm start` does. */
  works?: boolean
}

/** Purser as `purser serve` runs it, without the rate limit and with one more endpoint. */
serveUntilStopped(async ({ databaseUrl, encryptionKey, publicUrl, works }: PurserSettings) => {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    PURSER_ENCRYPTION_KEY: encryptionKey,
    PURSER_RATE_LIMIT: 'off',
    ...(publicUrl && { PURSER_PUBLIC_URL: publicUrl }),
  })
  const runtime = await createRuntime({
    config: { ...config, port: 0 },
    database: { url: databaseUrl, close: async () => {} },
    logger: createLogger(config.logLevel, writeByTurns(process.stdout)),
    migrations: 'require',
  })
  // What HTTP costs by itself: the yardstick of the others.
  runtime.app.server.post('/bench/noop', async () => ({ ok: true }))
  if (works) await runtime.work()
  return { address: await runtime.listen(), close: runtime.close }
})
