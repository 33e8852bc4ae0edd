import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { writeCredentials } from './credentials.ts'
import { demoLinks } from './demoLinks.ts'
import { ownDatabase } from './openDatabase.ts'
import { printPanel } from './printPanel.ts'
import { createRuntime } from './runtime.ts'
import { seedDemo } from './seedDemo.ts'
import { stopWithNpm } from './stopWithNpm.ts'
import { untilStopped } from './untilStopped.ts'

const MAX_LOG_BYTES = 32 * 1024 * 1024

/** Everything in one process: database, migrations, demo merchant, API and job queue. */
export async function start(): Promise<number> {
  const config = readConfig(process.env, (sentence) => console.error(`purser: ${sentence}`))
  const stopped = untilStopped()
  await stopWithNpm()
  const database = await ownDatabase(config)
  const { logger, close } = await createFileLogger(config)
  const runtime = await createRuntime({ config, database, logger, migrations: 'apply' })
  try {
    const keys = await seedDemo(runtime, config)
    const address = await runtime.listen()
    await runtime.work()
    const links = await demoLinks(runtime.app, keys, config.publicUrl)
    const credentials = await writeCredentials(config, address, keys, links)
    printPanel(config, credentials, (line) => console.log(line))
    await stopped
    console.log('Stopping ...')
  } finally {
    await runtime.close()
    await close()
  }
  return 0
}

/**
 * The terminal belongs to the panel; the log goes to a file beside the data, and errors to both.
 * The file is begun anew when it has grown large, and the one before is kept.
 */
async function createFileLogger({ dataDir, logLevel }: Config) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'purser.log')
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`)
  // Not written while a request waits: a line that a crash swallows is no row.
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  const logger = createLogger(logLevel, (line) => {
    stream.write(line)
    if (/^\{"level":[56]0/.test(line)) process.stderr.write(line)
  })
  return { logger, close: () => new Promise<void>((closed) => stream.end(closed)) }
}
