import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { settleDatabase } from './database.ts'
import { Histogram } from './load/Histogram.ts'
import {
  readBusyMicros,
  readEndedCpuMicros,
  readFamilyCpuMicros,
  shareOfOthers,
} from './machine.ts'
import type { Figures } from './measureCase.ts'
import type { Testbed } from './testbed.ts'

const PROGRAM = 'pgbench'
const DATABASE = 'pgbench'
const CLIENTS = 16
/** There are three branches per client, so that clients seldom wait for the same branch. */
const SCALE = 50

const run = promisify(execFile)

export const hasPgbench = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0

/** Creates a separate database for pgbench on the same server. */
export async function preparePgbench(testbed: Testbed): Promise<void> {
  await testbed.pool.query(`CREATE DATABASE ${DATABASE}`)
  await runPgbench(testbed, ['--initialize', '--quiet', `--scale=${SCALE}`])
}

/** Runs pgbench's built-in transaction: three updates, a read and an insert. */
export async function measurePgbench(
  testbed: Testbed,
  { warmUpSeconds, seconds }: { warmUpSeconds: number; seconds: number },
): Promise<Figures> {
  const load = [`--client=${CLIENTS}`, '--jobs=2']
  await settleDatabase(testbed.pool)
  await runPgbench(testbed, [...load, `--time=${warmUpSeconds}`])
  const logs = join(testbed.directory, 'pgbench-log')
  const readCpu = () => ({
    at: performance.now(),
    busy: readBusyMicros(),
    postgres: readFamilyCpuMicros(testbed.postmaster),
    client: readEndedCpuMicros(),
  })
  const before = readCpu()
  const output = await runPgbench(testbed, [
    ...load,
    `--time=${seconds}`,
    '--no-vacuum',
    '--log',
    `--log-prefix=${logs}`,
  ])
  const after = readCpu()
  const used = {
    postgres: after.postgres - before.postgres,
    client: after.client - before.client,
  }
  const transactions = Number(/actually processed: (\d+)/.exec(output)?.[1] ?? 0)
  const latencies = await readLatencies(testbed.directory)
  return {
    eventsPerSecond: Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0),
    p50Micros: latencies.quantile(0.5),
    p99Micros: latencies.quantile(0.99),
    serverMicros: null,
    postgresMicros: used.postgres / transactions,
    clientMicros: used.client / transactions,
    othersShare: shareOfOthers({
      busyMicros: after.busy - before.busy,
      ownMicros: used.postgres + used.client,
      elapsedMs: after.at - before.at,
    }),
    memory: [],
  }
}

async function runPgbench(testbed: Testbed, args: string[]): Promise<string> {
  const { hostname, port, username, password } = new URL(testbed.databaseUrl(DATABASE))
  const { stdout } = await run(PROGRAM, [...args, DATABASE], {
    env: {
      ...process.env,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: decodeURIComponent(password),
    },
  })
  return stdout
}

/** Reads one line per transaction; the third word is its duration. */
async function readLatencies(directory: string): Promise<Histogram> {
  const latencies = new Histogram()
  for (const name of await readdir(directory)) {
    if (!name.startsWith('pgbench-log')) continue
    const text = await readFile(join(directory, name), 'utf8')
    for (const line of text.split('\n')) {
      if (line !== '') latencies.add(Number(line.split(' ')[2]))
    }
    await rm(join(directory, name))
  }
  return latencies
}
