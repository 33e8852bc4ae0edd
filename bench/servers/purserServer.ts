import { createRuntime } from '../../packages/server/src/bin/runtime/runtime.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { createLogger } from '../../packages/server/src/platform/logger.ts'
import { writeByTurns } from '../../packages/server/src/platform/writeByTurns.ts'
import { serveUntilStopped } from './serveUntilStopped.ts'

export interface PurserSettings {
  databaseUrl: string
  encryptionKey: string
  /** Receives the sandbox provider's webhooks. */
  publicUrl?: string
  /** True if the server also runs the job queue, as under `npm start`. */
  works?: boolean
}

/** Runs Purser like `purser serve`, without the rate limit and with one more endpoint. */
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
  // Measures the cost of HTTP alone, for comparison with the other cases.
  runtime.app.server.post('/bench/noop', async () => ({ ok: true }))
  if (works) await runtime.work()
  return { address: await runtime.listen(), close: runtime.close }
})
