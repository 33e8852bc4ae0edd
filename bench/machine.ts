import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import type { Pool } from './database.ts'

const GIGABYTE = 1024 ** 3

/** Describes the machine and software of a run, one line each. */
export async function describeMachine(pool: Pool, directory: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('server_version', 'fsync', 'synchronous_commit')`,
  )
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting
  return [
    `Date: ${systemClock.now().toISOString().slice(0, 10)}`,
    `Processor: ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}`,
    `Memory: ${Math.round(totalmem() / GIGABYTE)} GB`,
    `System: Linux ${release()}, data on ${fileSystemOf(directory)}`,
    `PostgreSQL: ${setting('server_version')}, embedded, fsync ${setting('fsync')}, synchronous_commit ${setting('synchronous_commit')}`,
    `Node: ${process.versions.node}`,
  ]
}

/** Reported because a file system in memory would make every commit free. */
const fileSystemOf = (directory: string): string =>
  execFileSync('df', ['--output=fstype', directory], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1) ?? 'unknown'

/** The kernel's tick in /proc: 100 per second on every Linux that Node.js supports. */
const TICK_MICROS = 10_000

/**
 * The columns of /proc/stat that count as busy. The fourth and fifth are idle time and time spent
 * waiting for the disk. The columns after the eighth are for guests.
 */
const BUSY = [0, 1, 2, 5, 6, 7]

/**
 * Reads the processor time used by anything on this machine, or by other machines on its
 * processors.
 */
export function readBusyMicros(): number {
  const [, ...fields] = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0]?.split(/\s+/) ?? []
  return BUSY.reduce((sum, at) => sum + Number(fields[at] ?? 0) * TICK_MICROS, 0)
}

interface ProcessTimes {
  parent: number
  ownMicros: number
  /** CPU time of its children that have ended. */
  endedMicros: number
}

/** Returns undefined if there is no such process. */
function readTimes(pid: number | 'self'): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name before these fields may contain spaces and parentheses.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = (at: number) => (fields[at] ?? 0) * TICK_MICROS
    return {
      parent: fields[1] ?? 0,
      ownMicros: ticks(11) + ticks(12),
      endedMicros: ticks(13) + ticks(14),
    }
  } catch {
    return undefined
  }
}

/** Reads the CPU time that a process has used so far. */
export const readCpuMicros = (pid: number): number => readTimes(pid)?.ownMicros ?? 0

/** Reads the CPU time of a process and all its children, including those that have ended. */
export function readFamilyCpuMicros(pid: number): number {
  for (;;) {
    const endedMicros = readTimes(pid)?.endedMicros
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const running = pids
      .map((name) => readTimes(Number(name)))
      .filter((each) => each?.parent === pid)
      .reduce((sum, child) => sum + (child?.ownMicros ?? 0), 0)
    const family = readTimes(pid)
    // If a child ended between the reads, it was counted twice or not at all, so read again.
    if (family?.endedMicros === endedMicros)
      return running + (family?.ownMicros ?? 0) + (family?.endedMicros ?? 0)
  }
}

/** Reads the CPU time of this process's children that have ended. */
export const readEndedCpuMicros = (): number => readTimes('self')?.endedMicros ?? 0

const KILOBYTES = 1024

/** Reads the resident memory of a process in megabytes. */
export function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KILOBYTES
}

interface Use {
  busyMicros: number
  ownMicros: number
  elapsedMs: number
}

/** Computes the share of all processors that was busy with anything but the benchmark. */
export const shareOfOthers = ({ busyMicros, ownMicros, elapsedMs }: Use): number =>
  Math.max(0, busyMicros - ownMicros) / (elapsedMs * 1_000 * availableParallelism())
