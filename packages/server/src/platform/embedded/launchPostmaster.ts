import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerUser } from './chooseServerUser.ts'
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts'
import type { PostgresBinaries } from './locateBinaries.ts'
import type { ServerLog } from './ServerLog.ts'
import { enforcedSettings } from './serverSettings.ts'
import { serverSpawn } from './serverSpawn.ts'
import { stopProcess } from './stopProcess.ts'

export interface Postmaster {
  pid: number
  /** False once it has ended, for whatever reason. */
  isRunning(): boolean
  /** Called once when it ends, with the reason. */
  onEnd(listener: (reason: string) => void): void
  /** Whether it ended by itself with success, as after a clean shutdown. */
  endedCleanly(): boolean
  stop(): Promise<void>
}

/** A postmaster that accepts connections, or the reason why another attempt can succeed. */
export type Launch = Postmaster | 'port-taken' | 'directory-in-use'

export interface LaunchOptions {
  binaries: PostgresBinaries
  clusterDir: string
  clusterName: string
  user: ServerUser | undefined
  log: ServerLog
  port: number
  /** Counted from the last line in the log, so that a long crash recovery is not cut short. */
  timeoutMs: number
}

const POLL_MS = 5

export async function launchPostmaster(options: LaunchOptions): Promise<Launch> {
  const { clusterDir, log } = options
  const logStart = log.size()
  const child = spawnPostmaster(options)
  let spawnError: Error | undefined
  child.once('error', (error) => {
    spawnError = error
  })
  const postmaster = control(child)

  let lastSize = logStart
  let deadline = performance.now() + options.timeoutMs
  while (postmaster.isRunning() && !spawnError) {
    if (await isReady(clusterDir, child.pid)) return postmaster
    if (log.size() !== lastSize) {
      lastSize = log.size()
      deadline = performance.now() + options.timeoutMs
    }
    if (performance.now() > deadline) {
      await postmaster.stop()
      const seconds = Math.round(options.timeoutMs / 1000)
      throw failure(log, logStart, `was not ready ${seconds} s after its last sign of life`)
    }
    await sleep(POLL_MS)
  }
  if (spawnError) throw failure(log, logStart, `could not be run (${spawnError.message})`)

  const output = log.textSince(logStart)
  if (output.includes('Address already in use')) return 'port-taken'
  if (/lock file .* (already exists|is empty)|shared memory block .* still in use/.test(output)) {
    return 'directory-in-use'
  }
  throw failure(log, logStart, 'ended while starting')
}

function spawnPostmaster(options: LaunchOptions): ChildProcess {
  const { directory, options: spawnOptions } = serverSpawn(options.clusterDir, options.user)
  const settings = enforcedSettings(options.port, options.clusterName)
  const child = spawn(
    path.join(options.binaries.home, 'bin', 'postgres'),
    ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...spawnOptions,
      // Its own session: Ctrl-C reaches every process of the terminal's group, and this process
      // wants to finish what it accepted before it takes the database away.
      detached: true,
      stdio: ['ignore', options.log.fd, options.log.fd],
    },
  )
  // The database alone must not keep a process alive that has nothing else to do.
  child.unref()
  return child
}

function control(child: ChildProcess): Postmaster {
  const isRunning = () => child.exitCode === null && child.signalCode === null
  // Last resort for an exit without stop(): only synchronous calls work here.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  child.once('error', () => process.off('exit', onExit))
  return {
    pid: child.pid ?? 0,
    isRunning,
    onEnd: (listener) => {
      child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`))
    },
    endedCleanly: () => child.exitCode === 0,
    async stop() {
      const stopped = await stopProcess({
        signal: (name) => child.kill(name),
        isGone: () => !isRunning(),
      })
      if (stopped) return
      throw new EmbeddedPostgresError(
        `The database server (process ${child.pid}) does not stop: end it with "kill -9 ${child.pid}"; what was committed is safe.`,
      )
    },
  }
}

/** The last line of postmaster.pid is the server's state, written by the server itself. */
async function isReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

function failure(log: ServerLog, logStart: number, what: string): EmbeddedPostgresError {
  const lastLines = log.textSince(logStart).trimEnd().split('\n').slice(-15).join('\n')
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL ${what}: look at its last lines below and in ${log.path}, or set DATABASE_URL to a server of your own.\n${lastLines}`,
  )
}
