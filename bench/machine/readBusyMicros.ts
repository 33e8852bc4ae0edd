import { readFileSync } from 'node:fs'

const TICK_MICROS = 10_000
/**
 * The columns of /proc/stat that count as busy. The fourth and fifth are idle and waiting for the
 * disk; the columns after the eighth are for guests.
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
