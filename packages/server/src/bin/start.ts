import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { writeCredentials } from './credentials.ts'
import { ownDatabase } from './openDatabase.ts'
import { printPanel } from './printPanel.ts'
import { createRuntime } from './runtime.ts'
import { seedDemo } from './seedDemo.ts'
import { stopWithNpm } from './stopWithNpm.ts'
import { untilStopped } from './untilStopped.ts'

/** Everything in one process: database, migrations, demo merchant, API and job queue. */
export async function start(): Promise<number> {
  const config = readConfig(process.env, (sentence) => console.error(`purser: ${sentence}`))
  const stopped = untilStopped()
  await stopWithNpm()
  const database = await ownDatabase(config)
  const runtime = await createRuntime({
    config,
    database,
    logger: createFileLogger(config),
    migrations: 'apply',
  })
  try {
    const keys = await seedDemo(runtime.app.db, config, runtime.encryptionKey)
    const address = await runtime.listen()
    await runtime.work()
    const credentials = await writeCredentials(config, address, keys)
    printPanel(config, credentials, (line) => console.log(line))
    await stopped
    console.log('Stopping ...')
  } finally {
    await runtime.close()
  }
  return 0
}

/** The terminal belongs to the panel; the log goes to a file beside the data, and errors to both. */
function createFileLogger({ dataDir, logLevel }: Config) {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'purser.log')
  return createLogger(logLevel, (line) => {
    appendFileSync(file, line, { mode: 0o600 })
    if (/^\{"level":[56]0/.test(line)) process.stderr.write(line)
  })
}
