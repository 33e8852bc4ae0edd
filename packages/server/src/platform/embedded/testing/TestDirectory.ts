import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { oncePerRun } from '../../../../test/harness/process/oncePerRun.ts'
import { temporaryDirectory } from '../../../../test/harness/temporaryDirectory.ts'
import { hasCode } from '../errors.ts'
import { listProcesses, readProcess, waitUntil } from '../processes.ts'
import { startEmbeddedPostgres } from '../startEmbeddedPostgres.ts'
import { OwnerProcess } from './OwnerProcess.ts'

const run = promisify(execFile)

/** Creates a data directory with a stopped cluster, in which the table `stored` has one row. */
async function createTemplate(): Promise<string> {
  const dataDir = await mkdtemp(path.join(inject('runFolder'), 'cluster-'))
  const server = await startEmbeddedPostgres({ dataDir })
  await query(server.connectionString('postgres'), 'CREATE TABLE stored AS SELECT 42 AS value')
  await server.stop()
  return dataDir
}

/** A test's data directory. Everything started on it is gone when the test ends. */
export class TestDirectory {
  readonly root: string
  readonly dataDir: string
  readonly clusterDir: string
  readonly #owners: OwnerProcess[] = []

  private constructor(root: string) {
    this.root = root
    this.dataDir = path.join(root, '.purser')
    this.clusterDir = path.join(this.dataDir, 'postgres')
  }

  static async create({ mode = 0o755, uid = -1, gid = -1 } = {}): Promise<TestDirectory> {
    const root = await temporaryDirectory('purser-embedded-')
    const directory = new TestDirectory(root)
    onTestFinished(() => directory.#remove())
    if (uid >= 0) await chown(root, uid, gid)
    await chmod(root, mode)
    return directory
  }

  /** Creates a data directory with a cluster that has been used and stopped. */
  static async createWithCluster(
    options?: Parameters<typeof TestDirectory.create>[0],
  ): Promise<TestDirectory> {
    const source = await oncePerRun('cluster', createTemplate)
    const directory = await TestDirectory.create(options)
    // Unlike Node.js, cp keeps the owner.
    await run('cp', ['-a', source, directory.dataDir])
    await chmod(directory.dataDir, 0o711)
    return directory
  }

  owner(options?: ConstructorParameters<typeof OwnerProcess>[1]): OwnerProcess {
    const owner = new OwnerProcess(this.dataDir, options)
    this.#owners.push(owner)
    return owner
  }

  async postmasterPid(): Promise<number> {
    return Number.parseInt(await readFile(`${this.clusterDir}/postmaster.pid`, 'utf8'), 10)
  }

  async #remove(): Promise<void> {
    for (const owner of this.#owners) await owner.kill9()
    const pid = await this.postmasterPid().catch(() => 0)
    const name = /cluster_name=(purser-\w+)/.exec((await readProcess(pid))?.commandLine ?? '')?.[1]
    if (name) {
      kill9(pid)
      for (const process of await processesOf(name)) kill9(process)
      await waitUntil(async () => (await processesOf(name)).length === 0, 10_000)
    }
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs one statement in a new session. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(sql)
    return result.rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Checks that the row of a directory created with a cluster is still there. */
export async function expectStoredRow(url: string): Promise<void> {
  expect(await query(url, 'SELECT value FROM stored')).toEqual([{ value: 42 }])
}

export async function showSetting(url: string, setting: string): Promise<unknown> {
  return (await query(url, `SHOW ${setting}`))[0]?.[setting]
}

/** Lists every process of the server with this cluster_name, including the postmaster. */
export async function processesOf(clusterName: string): Promise<number[]> {
  const all = await listProcesses()
  return all.filter((each) => each.commandLine.includes(clusterName)).map((each) => each.pid)
}

export function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

/** Lists the processes that this one started, and those that they started. */
export async function descendantsOf(ancestor: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid='])
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found: number[] = []
  const visit = (parent: number) => {
    for (const [pid, ppid] of pairs) {
      if (ppid !== parent || pid === undefined) continue
      found.push(pid)
      visit(pid)
    }
  }
  visit(ancestor)
  return found
}
