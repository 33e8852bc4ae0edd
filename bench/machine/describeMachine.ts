import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import type { Pool } from './Pool.ts'

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
