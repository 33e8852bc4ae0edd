import { createRuntime } from '../../packages/server/src/bin/runtime/runtime.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { checkInvariants } from '../../packages/server/src/platform/db/checkInvariants.ts'
import { createLogger } from '../../packages/server/src/platform/logger.ts'
import type { Stage } from '../openStage.ts'

/** Throws unless every invariant that `purser doctor` checks holds. */
export async function refuseBreaches({ pool, settings }: Stage): Promise<void> {
  const { databaseUrl, encryptionKey } = settings
  const runtime = await createRuntime({
    config: readConfig({ DATABASE_URL: databaseUrl, PURSER_ENCRYPTION_KEY: encryptionKey }),
    database: { url: databaseUrl, close: async () => {} },
    logger: createLogger('silent', () => {}),
    migrations: 'require',
  })
  const breaches = await checkInvariants(pool, runtime.app.invariants).finally(runtime.close)
  if (breaches.length === 0) return
  const lines = breaches.map(({ name, examples }) => `${name}: ${examples.join(', ')}`)
  throw new Error(['THE BOOKS DO NOT AGREE:', ...lines].join('\n'))
}
