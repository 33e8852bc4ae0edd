import { type Config, readConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { joinDatabase } from './openDatabase.ts'
import { createRuntime, type Runtime } from './runtime.ts'

/** Runs a short command on the database. Joins a running Purser or starts its own server. */
export async function withDatabase(
  command: (runtime: Runtime, config: Config) => Promise<number>,
): Promise<number> {
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  const logger = createLogger('silent', () => {})
  // Only `purser migrate` may change a database that the operator provides.
  const migrations = config.databaseUrl ? 'require' : 'apply'
  const runtime = await createRuntime({ config, database, logger, migrations })
  try {
    return await command(runtime, config)
  } finally {
    await runtime.close()
  }
}
