import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { locateBinaries } from './locateBinaries.ts'
import { readProcess } from './processes.ts'
import { kill9, processesOf, query, showSetting, TestDirectory } from './testing/TestDirectory.ts'

const poll = { timeout: 60_000, interval: 20 }

async function started() {
  const directory = await TestDirectory.createWithCluster()
  const owner = directory.owner()
  const { url } = await owner.ready()
  const name = String(await showSetting(url, 'cluster_name'))
  await query(url, 'CREATE TABLE kept (value int)')
  await query(url, 'INSERT INTO kept SELECT generate_series(1, 1000)')
  return { directory, owner, url, name }
}

async function expectRowsKept(url: string): Promise<void> {
  expect(await query(url, 'SELECT count(*)::int FROM kept')).toEqual([{ count: 1000 }])
}

/** Runs a query that computes for hours and so does not notice the death of its postmaster. */
async function startBusySession(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  client
    .query('SELECT sum(a * b) FROM generate_series(1, 1e6) a, generate_series(1, 1e6) b')
    .catch(() => undefined)
  onTestFinished(() => client.end().catch(() => undefined))
  const pid = rows[0]?.pid ?? 0
  await expect.poll(async () => (await readProcess(pid))?.commandLine, poll).toContain('SELECT')
  return pid
}

async function asClusterOwner(directory: TestDirectory): Promise<{ uid?: number; gid?: number }> {
  const { uid, gid } = await stat(directory.clusterDir)
  return process.geteuid?.() === 0 ? { uid, gid } : {}
}

/**
 * Starts a process as the user who runs the server, because PostgreSQL only checks that user's
 * processes.
 */
async function unrelatedProcess(directory: TestDirectory): Promise<number> {
  const child = spawn('sleep', ['600'], await asClusterOwner(directory))
  await once(child, 'spawn')
  onTestFinished(() => void child.kill('SIGKILL'))
  return child.pid ?? 0
}

/** Simulates a container whose first process does not reap orphans. */
async function zombieProcess(directory: TestDirectory): Promise<number> {
  // The child ends after the shell has become a sleep, which reaps no children; the shell itself
  // would reap it.
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 600'], {
    ...(await asClusterOwner(directory)),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [output] = await once(parent.stdout, 'data')
  const pid = Number(String(output))
  await expect.poll(() => readProcess(pid), poll).toBeUndefined()
  return pid
}

describe('after kill -9 of the owner', () => {
  test('the server it left running is replaced, and stop leaves nothing behind', async () => {
    const { directory, owner, name, url } = await started()
    const orphan = await directory.postmasterPid()
    await owner.kill9()
    expect(await readProcess(orphan)).toBeDefined()
    // The orphan is a healthy server that still answers when the next owner starts.
    await expectRowsKept(url)

    const next = directory.owner()
    const { url: nextUrl, replacedOrphan } = await next.ready()
    expect(replacedOrphan).toBe(true)
    expect(await readProcess(orphan)).toBeUndefined()
    await expectRowsKept(nextUrl)
    await next.command('stop')
    expect(await processesOf(name)).toEqual([])
  })

  test('a server that a debugger or Ctrl-Z suspended is replaced too, even with a busy session', async () => {
    const { directory, owner, name, url } = await started()
    await startBusySession(url)
    const orphan = await directory.postmasterPid()
    await owner.kill9()
    process.kill(orphan, 'SIGSTOP')
    const next = directory.owner()
    await expectRowsKept((await next.ready()).url)
    await next.command('stop')
    expect(await processesOf(name)).toEqual([])
  })

  test('a server that was still starting is replaced too', async () => {
    const { directory, owner, name } = await started()
    await owner.command('stop')
    for (let round = 0; round < 5; round += 1) {
      const interrupted = directory.owner()
      await expect
        .poll(() => directory.postmasterPid().catch(() => 0), { ...poll, interval: 1 })
        .toBeGreaterThan(0)
      await interrupted.kill9()
    }
    const next = directory.owner()
    await expectRowsKept((await next.ready()).url)
    await next.command('stop')
    await expect.poll(() => processesOf(name), poll).toEqual([])
  })

  test('every acknowledged row is still there', async () => {
    const { directory, owner, url } = await started()
    await query(url, 'CREATE TABLE acknowledged (value int PRIMARY KEY)')
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    let acknowledged = 0
    const writing = (async () => {
      for (let value = 1; ; value += 1) {
        await client.query('INSERT INTO acknowledged VALUES ($1)', [value])
        acknowledged = value
      }
    })().catch(() => undefined)
    await expect.poll(() => acknowledged, poll).toBeGreaterThan(200)
    // Both at once, as when the machine runs out of memory.
    kill9(await directory.postmasterPid())
    await owner.kill9()
    const { url: nextUrl } = await directory.owner().ready()
    await writing
    const rows = await query(nextUrl, 'SELECT count(*)::int, max(value) FROM acknowledged')
    const { count, max } = rows[0] ?? {}
    expect(count).toBe(max)
    expect(max).toBeGreaterThanOrEqual(acknowledged)
  })
})

describe('after kill -9 of the postmaster', () => {
  test('the owner can stop, and the next start recovers every committed row', async () => {
    const { directory, owner, name } = await started()
    const pid = await directory.postmasterPid()
    kill9(pid)
    await expect.poll(() => readProcess(pid), poll).toBeUndefined()
    await owner.command('stop')
    expect(await processesOf(name)).toEqual([])
    expect(await directory.postmasterPid()).toBe(pid)
    const next = directory.owner()
    const { url, replacedOrphan } = await next.ready()
    expect(replacedOrphan).toBe(false)
    await expectRowsKept(url)
  })

  test.each(['with its pid file', 'without its pid file'])(
    'sessions that outlived it and hold its shared memory are ended (%s)',
    async (variant) => {
      const { directory, owner, url } = await started()
      const session = await startBusySession(url)
      await owner.kill9()
      kill9(await directory.postmasterPid())
      if (variant === 'without its pid file')
        await rm(path.join(directory.clusterDir, 'postmaster.pid'))
      expect(await readProcess(session)).toBeDefined()
      await expectRowsKept((await directory.owner().ready()).url)
      expect(await readProcess(session)).toBeUndefined()
      // Otherwise this test would not have covered its case.
      expect(await readFile(path.join(directory.dataDir, 'postgres.log'), 'utf8')).toMatch(
        /pre-existing shared memory block/,
      )
    },
  )
})

describe('a stale postmaster.pid', () => {
  async function crashed() {
    const found = await started()
    const pidFile = path.join(found.directory.clusterDir, 'postmaster.pid')
    await found.owner.kill9()
    const pid = await found.directory.postmasterPid()
    kill9(pid)
    await expect.poll(() => processesOf(found.name), poll).toEqual([])
    return { ...found, pidFile }
  }

  test('is ignored if its pid now belongs to an unrelated process', async () => {
    const { directory, pidFile } = await crashed()
    const unrelated = await unrelatedProcess(directory)
    const stale = await readFile(pidFile, 'utf8')
    await writeFile(pidFile, stale.replace(/^\d+/, String(unrelated)))
    await expectRowsKept((await directory.owner().ready()).url)
    expect(await readProcess(unrelated)).toBeDefined()
  })

  test('is ignored if its pid is a zombie that no process reaps', async () => {
    const { directory, pidFile } = await crashed()
    const zombie = await zombieProcess(directory)
    const stale = await readFile(pidFile, 'utf8')
    await writeFile(pidFile, stale.replace(/^\d+/, String(zombie)))
    await expectRowsKept((await directory.owner().ready()).url)
    // The zombie is still in the process table, so the test covers its case.
    expect(process.kill(zombie, 0)).toBe(true)
  })

  test('is removed if it is empty, as after a power failure', async () => {
    const { directory, pidFile } = await crashed()
    await writeFile(pidFile, '')
    await expectRowsKept((await directory.owner().ready()).url)
  })

  test('prevents a start if another program started a server on the directory', async () => {
    const { directory, pidFile } = await crashed()
    await rm(pidFile)
    const { home } = await locateBinaries()
    const foreign = spawn(
      path.join(home, 'bin', 'postgres'),
      ['-D', directory.clusterDir, '-c', 'listen_addresses=', '-c', 'unix_socket_directories=.'],
      { ...(await asClusterOwner(directory)), cwd: '/', stdio: 'ignore' },
    )
    const ended = once(foreign, 'exit')
    onTestFinished(async () => {
      foreign.kill('SIGINT')
      await ended
    })
    const state = () => readFile(pidFile, 'utf8').catch(() => '')
    await expect.poll(state, poll).toMatch(/ready/)
    const refusal = await directory.owner().refusal()
    expect(refusal).toContain(`Purser did not start (process ${foreign.pid})`)
    expect(await readProcess(foreign.pid ?? 0)).toBeDefined()
  })
})
