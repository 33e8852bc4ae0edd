import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { styleText } from 'node:util'
import type { App } from '../../app.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { callApp } from '../demo/callApp.ts'
import {
  type Credentials,
  type DemoKeys,
  type DemoLinks,
  writeCredentials,
} from '../demo/credentials.ts'
import { seedDemo } from '../demo/seedDemo.ts'
import { ownDatabase } from '../runtime/openDatabase.ts'
import { createRuntime } from '../runtime/runtime.ts'
import { untilStopped } from '../runtime/untilStopped.ts'

const MAX_LOG_BYTES = 32 * 1024 * 1024

/** Runs everything in one process: database, migrations, demo merchant, API and job queue. */
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
 * Logs to a file beside the data, because the panel uses the terminal. Errors go to both. A large
 * file is renamed at the next start and replaces the previous backup.
 */
async function createFileLogger({ dataDir, logLevel }: Config) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'purser.log')
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`)
  // Written asynchronously so that requests do not wait for the disk. A crash may lose log lines
  // but never rows.
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  const logger = createLogger(logLevel, (line) => {
    stream.write(line)
    if (/^\{"level":[56]0/.test(line)) process.stderr.write(line)
  })
  return { logger, close: () => new Promise<void>((closed) => stream.end(closed)) }
}

/** Prints everything that a newcomer needs for the first call. */
export function printPanel(
  config: Config,
  credentials: Credentials,
  print: (line: string) => void,
): void {
  const label = (text: string) => styleText('dim', text.padEnd(17))
  const row = (name: string, value: string) => print(`  ${label(name)} ${value}`)
  print('')
  print(`  ${styleText('bold', 'Purser')} ${styleText('dim', 'is running')}`)
  print('')
  row('API', styleText('cyan', credentials.baseUrl))
  row('Reference', styleText('cyan', credentials.docsUrl))
  row('OpenAPI', styleText('cyan', credentials.openapiUrl))
  row('Data', config.dataDir)
  print('')
  row('Sandbox secret', credentials.secretKey)
  row('Publishable', credentials.publishableKey)
  print('')
  if (credentials.portalUrl && credentials.pricingUrl && credentials.onboardingUrl) {
    row('Pricing page', styleText('cyan', credentials.pricingUrl))
    row('Portal', styleText('cyan', credentials.portalUrl))
    row('Onboarding', styleText('cyan', credentials.onboardingUrl))
    print('')
  }
  print(`  ${styleText('dim', 'Try it:')}`)
  print('')
  print(`  ${styleText('green', credentials.curl)}`)
  print('')
  print(`  ${styleText('dim', 'Ctrl-C stops everything. Your data is kept.')}`)
  print('')
}

const EVERY_MS = 1_000

interface Ancestor {
  pid: number
  startedAt: string
}

/**
 * Stops the server when the `npm start` that launched it is killed. If npm or the shell in between
 * dies without passing a signal on, the server behaves as if it had received one. Does nothing if
 * npm did not start the server.
 */
export async function stopWithNpm(): Promise<void> {
  if (process.platform !== 'linux' || process.env.npm_lifecycle_event !== 'start') return
  const ancestors = await npmAncestors()
  if (ancestors.length === 0) return
  const timer = setInterval(async () => {
    for (const { pid, startedAt } of ancestors) {
      if ((await readStat(pid))?.startedAt !== startedAt) {
        clearInterval(timer)
        process.kill(process.pid, 'SIGTERM')
        return
      }
    }
  }, EVERY_MS)
  timer.unref()
}

/**
 * Lists the processes from our parent up to npm. Returns an empty list if npm is not among them.
 */
async function npmAncestors(): Promise<Ancestor[]> {
  const ancestors: Ancestor[] = []
  for (let pid = process.ppid; pid > 1; ) {
    const stat = await readStat(pid)
    if (!stat) return []
    ancestors.push({ pid, startedAt: stat.startedAt })
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (/(^|[/\0 ])npm(-cli\.js)?([\0 ]|$)/.test(command)) return ancestors
    pid = stat.parent
  }
  return []
}

async function readStat(pid: number): Promise<{ parent: number; startedAt: string } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The command name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, startedAt] = [fields?.[0], fields?.[1], fields?.[19]]
  return state && state !== 'Z' && parent && startedAt
    ? { parent: Number(parent), startedAt }
    : null
}

const A_DAY = 86_400

/**
 * Creates links to the demo merchant's pages. Returns null if its customer or product is missing.
 */
export async function demoLinks(
  app: App,
  { secretKey, publishableKey }: DemoKeys,
  publicUrl: string,
): Promise<DemoLinks | null> {
  const body = { customerId: 'cus_lumen', expiresInSeconds: A_DAY }
  const session = await callApp<{ url: string }>(
    app,
    secretKey,
    'POST /v1/portal/sessions',
    body,
  ).catch(() => null)
  if (!session) return null
  const pricingUrl = `${publicUrl}/pricing/pixelmill?key=${publishableKey}`
  const onboardingUrl = `${publicUrl}/onboarding#key=${secretKey}`
  return { portalUrl: session.url, pricingUrl, onboardingUrl }
}
