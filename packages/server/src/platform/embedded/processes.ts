import { execFile, type SpawnOptions, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface RunningProcess {
  pid: number
  /** The arguments joined by spaces. A PostgreSQL child replaces them with a title. */
  commandLine: string
}

/**
 * Reads a process. Returns undefined if there is none. A zombie counts as none: if process 1 does
 * not reap (a container whose process 1 is npm), an orphan stays a zombie forever.
 */
export async function readProcess(pid: number): Promise<RunningProcess | undefined> {
  if (process.platform !== 'linux') return (await listWithPs(['-p', String(pid)]))[0]
  try {
    // Only the world-readable files of /proc: root in a container may not read the others.
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const state = status.slice(status.lastIndexOf(')') + 2).charAt(0)
    if (state === 'Z' || state === 'X') return undefined
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return { pid, commandLine: raw.replaceAll('\0', ' ').trim() }
  } catch {
    return undefined
  }
}

export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return listWithPs(['-ax'])
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(readProcess))
  return found.filter((process) => process !== undefined)
}

async function listWithPs(selection: string[]): Promise<RunningProcess[]> {
  const run = promisify(execFile)
  // ps fails when it finds nothing, which is not an error here.
  const { stdout } = await run('ps', [...selection, '-o', 'pid=,stat=,command=']).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line)
    if (!match?.[1] || match[2]?.startsWith('Z')) return []
    return [{ pid: Number(match[1]), commandLine: (match[3] ?? '').trim() }]
  })
}

interface StoppableProcess {
  signal(name: NodeJS.Signals): void
  isGone(): boolean | Promise<boolean>
}

const FAST_SHUTDOWN_MS = 45_000
const IMMEDIATE_SHUTDOWN_MS = 15_000

/** Stops a postmaster. Returns false if it is still running after every signal except kill -9. */
export async function stopProcess(postmaster: StoppableProcess): Promise<boolean> {
  // A suspended server would not receive any other signal.
  postmaster.signal('SIGCONT')
  // Fast shutdown: ends the sessions and writes a checkpoint.
  postmaster.signal('SIGINT')
  if (await waitUntil(() => postmaster.isGone(), FAST_SHUTDOWN_MS, 5)) return true
  // Immediate shutdown: loses nothing committed, because the next start replays the log.
  postmaster.signal('SIGQUIT')
  return waitUntil(() => postmaster.isGone(), IMMEDIATE_SHUTDOWN_MS)
}

interface ProgramResult {
  ok: boolean
  /** Everything the program printed, or the reason why it could not be run. */
  output: string
}

/** Runs a program to its end. Never rejects. */
export function runProgram(
  file: string,
  args: string[],
  options: SpawnOptions,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code, signal) => {
      if (signal) output += `\nended by ${signal}`
      resolve({ ok: code === 0, output: output.trim() })
    })
  })
}

/**
 * Polls every few milliseconds. Returns false if the condition did not hold within the given time.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs = 10,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    if (await condition()) return true
    if (performance.now() >= deadline) return false
    await sleep(intervalMs)
  }
}
