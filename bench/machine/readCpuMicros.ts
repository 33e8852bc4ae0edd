import { readdirSync, readFileSync } from 'node:fs'

/** The kernel's tick in /proc: 100 per second on every Linux that Node.js supports. */
const TICK_MICROS = 10_000

interface ProcessTimes {
  parent: number
  own: number
  /** CPU time of its children that have ended. */
  ended: number
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
    return { parent: fields[1] ?? 0, own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
  } catch {
    return undefined
  }
}

/** Reads the CPU time that a process has used so far. */
export const readCpuMicros = (pid: number): number => readTimes(pid)?.own ?? 0

/** Reads the CPU time of a process and all its children, including those that have ended. */
export function readFamilyCpuMicros(pid: number): number {
  for (;;) {
    const ended = readTimes(pid)?.ended
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const running = pids
      .map((name) => readTimes(Number(name)))
      .filter((each) => each?.parent === pid)
      .reduce((sum, child) => sum + (child?.own ?? 0), 0)
    const family = readTimes(pid)
    // A child that ended in the meantime would be counted twice or not at all: read again.
    if (family?.ended === ended) return running + (family?.own ?? 0) + (family?.ended ?? 0)
  }
}

/** Reads the CPU time of this process's children that have ended. */
export const readEndedCpuMicros = (): number => readTimes('self')?.ended ?? 0
