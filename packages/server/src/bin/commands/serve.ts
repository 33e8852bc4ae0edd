import { type Config, ConfigError, readConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { writeByTurns } from '../../platform/writeByTurns.ts'
import { createRuntime, type Runtime } from '../runtime/runtime.ts'
import { untilStopped } from '../runtime/untilStopped.ts'

/** Runs only the API. Several processes can share the traffic. */
export const serve = (): Promise<number> =>
  runUntilStopped(async (runtime) => {
    await runtime.listen()
  })

/** Runs one part of Purser on a shared database until a signal stops it, and logs to stdout. */
export async function runUntilStopped(part: (runtime: Runtime) => Promise<void>): Promise<number> {
  const warnings: string[] = []
  const config = readConfig(process.env, (sentence) => warnings.push(sentence))
  const stopped = untilStopped()
  // Requests must continue even if the process that reads our log exits.
  process.stdout.on('error', () => {})
  const logger = createLogger(config.logLevel, writeByTurns(process.stdout))
  for (const warning of warnings) logger.warn(warning)
  const runtime = await createRuntime({
    config,
    database: { url: requireDatabaseUrl(config), close: async () => {} },
    logger,
    migrations: 'require',
  })
  try {
    await part(runtime)
    logger.info('ready')
    logger.info({ signal: await stopped }, 'stopping')
  } finally {
    await runtime.close()
  }
  return 0
}

function requireDatabaseUrl({ databaseUrl }: Config): string {
  if (databaseUrl) return databaseUrl
  throw new ConfigError(['DATABASE_URL is required: only purser start includes a database.'])
}

/** Runs only the job queue. Several processes can share the work. */
export const work = (): Promise<number> => runUntilStopped((runtime) => runtime.work())
