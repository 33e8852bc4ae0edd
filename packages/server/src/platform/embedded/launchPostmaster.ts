import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerUser } from './chooseServerUser.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { PostgresBinaries } from './locateBinaries.ts'
import { stopProcess } from './processes.ts'
import type { ServerLog } from './ServerLog.ts'
import { enforcedSettings, type ServerOptions, serverSpawn } from './serverOptions.ts'

export interface Postmaster {
  pid: number
  /** False once the process has ended for any reason. */
  isRunning(): boolean
  /** Calls the listener with the reason when the process ends. */
  onEnd(listener: (reason: string) => void): void
  /** True if the process exited by itself with success, as after a clean shutdown. */
  endedCleanly(): boolean
  stop(): Promise<void>
}

/** A postmaster that accepts connections, or a reason why another attempt may succeed. */
export type LaunchResult = Postmaster | 'port-taken' | 'directory-in-use'

export interface LaunchOptions extends ServerOptions {
  binaries: PostgresBinaries
  clusterDir: string
  user: ServerUser | undefined
  log: ServerLog
  /** Measured from the last log line, so that a long crash recovery is not cut short. */
  timeoutMs: number
}

const POLL_MS = 5

export async function launchPostmaster(options: LaunchOptions): Promise<LaunchResult> {
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
      throw failure(log, logStart, `was not ready ${seconds} s after its last log line`)
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
  const settings = enforcedSettings(options)
  const child = spawn(
    path.join(options.binaries.home, 'bin', 'postgres'),
    ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...spawnOptions,
      // A separate session: Ctrl-C reaches every process of the terminal's group, and this process
      // must finish accepted requests before the database stops.
      detached: true,
      stdio: ['ignore', options.log.fd, options.log.fd],
    },
  )
  // The database alone must not keep alive a process that has nothing else to do.
  child.unref()
  return child
}

function control(child: ChildProcess): Postmaster {
  const isRunning = () => child.exitCode === null && child.signalCode === null
  // The last resort for an exit without stop(): only synchronous calls work here.
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
        `The database server (process ${child.pid}) does not stop: end it with "kill -9 ${child.pid}"; committed data is safe.`,
      )
    },
  }
}

/** The server itself writes its state to the last line of postmaster.pid. */
async function isReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

function failure(log: ServerLog, logStart: number, what: string): EmbeddedPostgresError {
  const lastLines = log.textSince(logStart).trimEnd().split('\n').slice(-15).join('\n')
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL ${what}: look at its last lines below and in ${log.path}, or set DATABASE_URL to your own server.\n${lastLines}`,
  )
}
