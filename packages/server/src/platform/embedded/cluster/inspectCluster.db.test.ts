import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { locateBinaries } from '../locateBinaries.ts'
import { readProcess } from '../processes.ts'
import {
  descendantsOf,
  expectStoredRow,
  kill9,
  query,
  TestDirectory,
} from '../testing/TestDirectory.ts'
import { inspectCluster, STAGING_PREFIX } from './inspectCluster.ts'

const poll = { timeout: 60_000, interval: 2 }

async function snapshot(directory: TestDirectory): Promise<string[]> {
  return (await readdir(directory.clusterDir, { recursive: true })).sort()
}

describe('an interrupted initdb', () => {
  for (const killed of ['owner', 'owner and initdb', 'initdb'] as const) {
    test(`is repeated after kill -9 of the ${killed}`, async () => {
      const directory = await TestDirectory.create()
      const owner = directory.owner()
      const stagedFiles = async () => {
        const names = await readdir(directory.dataDir).catch(() => [])
        const staging = names.find((name) => name.startsWith(STAGING_PREFIX))
        if (!staging) return []
        return readdir(path.join(directory.dataDir, staging, 'cluster')).catch(() => [])
      }
      await expect.poll(stagedFiles, poll).toContain('PG_VERSION')
      // Suspended, initdb cannot end while its processes are listed and killed.
      owner.signalGroup('SIGSTOP')
      let initdb: number[]
      try {
        initdb = await descendantsOf(owner.pid)
        expect(await stagedFiles()).toContain('PG_VERSION')
        expect(initdb.length).toBeGreaterThan(0)
        if (killed !== 'initdb') await owner.kill9()
        if (killed !== 'owner') initdb.forEach(kill9)
      } finally {
        owner.signalGroup('SIGCONT')
      }
      if (killed === 'initdb')
        expect(await owner.refusal()).toContain('could not create a database')

      const { url } = await directory.owner().ready()
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      for (const pid of initdb) {
        await expect.poll(() => readProcess(pid), { timeout: 60_000 }).toBeUndefined()
      }
    })
  }

  test('leaves nothing that the next start does not remove', async () => {
    const directory = await TestDirectory.createWithCluster()
    const leftover = path.join(directory.dataDir, `${STAGING_PREFIX}abcdef`)
    await mkdir(path.join(leftover, 'cluster', 'base'), { recursive: true })
    const { url } = await directory.owner().ready()
    expect(await readdir(directory.dataDir)).not.toContain(path.basename(leftover))
    await expectStoredRow(url)
  })
})

describe('a folder in the place of the cluster', () => {
  test('is used if it is empty', async () => {
    const directory = await TestDirectory.create()
    await mkdir(directory.clusterDir, { recursive: true })
    await directory.owner().ready()
  })

  test('is set aside, not deleted, if it is not a complete cluster', async () => {
    const directory = await TestDirectory.create()
    const { major } = await locateBinaries()
    const lines: string[] = []
    const leave = async (file: string) => {
      await mkdir(directory.clusterDir, { recursive: true })
      await writeFile(path.join(directory.clusterDir, file), '18\n')
    }
    await leave('PG_VERSION')
    expect(
      await inspectCluster(directory.dataDir, major, (line) => lines.push(line)),
    ).toBeUndefined()
    expect(lines).toEqual([expect.stringContaining('is not a complete database')])
    await leave('notes.txt')
    await directory.owner().ready()
    expect(await readdir(`${directory.clusterDir}.incomplete-1`)).toEqual(['PG_VERSION'])
    expect(await readdir(`${directory.clusterDir}.incomplete-2`)).toEqual(['notes.txt'])
  })

  test('is refused and left unchanged if it has another major version', async () => {
    const directory = await TestDirectory.createWithCluster()
    const versionFile = path.join(directory.clusterDir, 'PG_VERSION')
    const version = await readFile(versionFile, 'utf8')
    await writeFile(versionFile, '15\n')
    const before = await snapshot(directory)
    const refusal = await directory.owner().refusal()
    expect(refusal).toMatch(/was created by PostgreSQL 15, but this Purser includes PostgreSQL \d+/)
    expect(await snapshot(directory)).toEqual(before)
    await writeFile(versionFile, version)
    const { url } = await directory.owner().ready()
    await expectStoredRow(url)
  })

  test('is refused and left unchanged if it is complete but damaged', async () => {
    const directory = await TestDirectory.createWithCluster()
    for (const file of ['PG_VERSION', 'global/pg_control']) {
      const damaged = path.join(directory.clusterDir, file)
      await rename(damaged, `${damaged}.away`)
      const before = await snapshot(directory)
      expect(await directory.owner().refusal()).toContain(`is damaged (${file} is missing)`)
      expect(await snapshot(directory)).toEqual(before)
      await rename(`${damaged}.away`, damaged)
    }
    const { url } = await directory.owner().ready()
    await expectStoredRow(url)
  })

  test('is refused with the location of its password if the password was changed outside Purser', async () => {
    const directory = await TestDirectory.createWithCluster()
    const owner = directory.owner()
    const { url } = await owner.ready()
    await query(url, "ALTER ROLE purser PASSWORD 'other'")
    await owner.command('stop')
    expect(await directory.owner().refusal()).toMatch(/refuses Purser's login .*purser\.json/)
  })
})
