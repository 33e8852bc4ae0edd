import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { vi } from 'vitest'
import { runCommand } from '../../../src/bin/runCommand.ts'
import { temporaryDirectory } from '../temporaryDirectory.ts'
import { bundlePurser } from './bundlePurser.ts'

export const repository = resolve(import.meta.dirname, '../../../../..')
/** The program that users run. Most tests run the bundled program, which starts faster. */
export const SOURCE = join(repository, 'packages/server/src/bin/purser.ts')

interface Credentials {
  baseUrl: string
  secretKey: string
  publishableKey: string
  liveSecretKey: string
  livePublishableKey: string
  portalUrl: string
  pricingUrl: string
  onboardingUrl: string
  curl: string
}

export interface RunningPurser {
  child: ChildProcess
  output(): string
  credentials: Credentials
  /** Sends a signal and waits until Purser ends. Returns the exit code, or null after SIGKILL. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Creates a data directory for a test, with a function to remove it. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await temporaryDirectory('purser-command-')
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

type Environment = Record<string, string | undefined>

const NOT_INHERITED = /^(npm_lifecycle_event|DATABASE_URL|NO_COLOR|NODE_ENV|PURSER_TEST_.*)$/

/** Builds an environment in which a command cannot see that npm or the test runner started it. */
export const environmentOf = (extra: Environment): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name))),
  ...extra,
})

/** Runs a command inside the test process, because starting another process takes much longer. */
export async function runCommandHere(args: string[], extra: Environment) {
  const output = { log: '', error: '' }
  const spies = (['log', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...words) => {
      output[method] += `${words.join(' ')}\n`
    }),
  )
  for (const [name, value] of Object.entries({ DATABASE_URL: undefined, ...extra })) {
    vi.stubEnv(name, value)
  }
  try {
    const code = await runCommand(args)
    return { code, stdout: output.log, stderr: output.error }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

/** Runs a command in a separate process and waits until it ends. */
export async function runPurser(args: string[], extra: Environment, program?: string) {
  const child = spawn(process.execPath, [program ?? (await bundlePurser()), ...args], {
    env: environmentOf(extra),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: repository,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  return { code, stdout, stderr }
}

/**
 * Starts Purser in a separate process and waits for its panel. `command` replaces the bundled
 * program.
 */
export async function startPurser(
  extra: Environment & { PURSER_DATA_DIR: string },
  command?: readonly [string, ...string[]],
): Promise<RunningPurser> {
  const [program, ...args] = command ?? [process.execPath, await bundlePurser(), 'start']
  const child = spawn(program, args, {
    env: environmentOf(extra),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: repository,
    // A separate process group can receive Ctrl-C as a whole, as from a terminal.
    detached: true,
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)))
  await new Promise<void>((ready, failed) => {
    const look = () => {
      if (output.includes('Ctrl-C stops everything')) ready()
    }
    child.stdout?.on('data', look)
    ended.then((code) =>
      failed(new Error(`Purser ended with ${code} before it was ready:\n${output}`)),
    )
  })
  const credentials = JSON.parse(
    await readFile(join(extra.PURSER_DATA_DIR, 'credentials.json'), 'utf8'),
  ) as Credentials
  return {
    child,
    credentials,
    output: () => output,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Lists the ids of the PostgreSQL processes that work in a data directory. */
export async function postgresProcesses(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found: number[] = []
  for (const pid of pids) {
    const home = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (home.startsWith(`${dataDir}/`)) found.push(pid)
  }
  return found
}

/** Signals a process that may have ended. The children of a dead postmaster also end. */
export function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Polls until a condition holds. If the condition needs a lot of work, set a later deadline. */
export async function eventually(
  condition: () => Promise<boolean> | boolean,
  deadlineMs = 120_000,
): Promise<void> {
  const startedAt = performance.now()
  while (!(await condition())) {
    if (performance.now() - startedAt > deadlineMs)
      throw new Error(`The condition did not hold within ${deadlineMs / 1_000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
