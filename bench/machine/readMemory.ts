import { readFileSync } from 'node:fs'

const KILOBYTES = 1024

/** The memory of a process that is in use, in megabytes. */
export function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KILOBYTES
}
