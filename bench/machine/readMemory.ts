import { readFileSync } from 'node:fs'

const KILOBYTES = 1024

/** Reads the resident memory of a process in megabytes. */
export function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KILOBYTES
}
