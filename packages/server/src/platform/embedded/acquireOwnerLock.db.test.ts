import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acquireOwnerLock } from './acquireOwnerLock.ts'
import { startEmbeddedPostgres } from './startEmbeddedPostgres.ts'
import { query, TestDirectory } from './testing/TestDirectory.ts'

describe('acquireOwnerLock', () => {
  test('refuses a second process, names the first and says what to do', async () => {
    const directory = await TestDirectory.createWithCluster()
    const first = directory.owner()
    const { url } = await first.ready()
    const refusal = await directory.owner().refusal()
    expect(refusal).toContain(`EmbeddedPostgresError: The data directory ${directory.dataDir}`)
    expect(refusal).toContain(`is in use by process ${first.pid}: stop it`)
    expect(refusal).toContain(`kill ${first.pid}`)
    expect(refusal).toContain('PURSER_DATA_DIR')
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.command('stop')
    await directory.owner().ready()
  })

  test('refuses a second start in the same process, even through a symbolic link', async () => {
    const directory = await TestDirectory.createWithCluster()
    const server = await startEmbeddedPostgres({ dataDir: directory.dataDir })
    onTestFinished(() => server.stop())
    const link = path.join(directory.root, 'link')
    await symlink(directory.dataDir, link)
    for (const dataDir of [directory.dataDir, link]) {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`process ${process.pid}`)
    }
  })

  test('lets exactly one of several concurrent processes win', async () => {
    const directory = await TestDirectory.create()
    for (let round = 0; round < 3; round += 1) {
      const owners = Array.from({ length: 5 }, () => directory.owner())
      const messages = await Promise.all(owners.map((owner) => owner.message()))
      const winner = owners.find((_, index) => messages[index]?.url)
      expect(messages.filter(({ url }) => url)).toHaveLength(1)
      for (const { error } of messages.filter(({ url }) => !url)) {
        expect(error).toContain(`is in use by process ${winner?.pid}`)
      }
      await winner?.command('stop')
    }
  })

  test('frees the lock as soon as its holder is killed, even if the pid file names a running process', async () => {
    const directory = await TestDirectory.createWithCluster()
    const owner = directory.owner()
    await owner.ready()
    await owner.kill9()
    // As after a reboot: the pid in the file is alive, but belongs to another process.
    await writeFile(path.join(directory.dataDir, 'postgres.owner'), `${process.pid}\n`)
    await directory.owner().ready()
  })

  test('reports a directory that cannot be locked', async () => {
    const directory = await TestDirectory.create()
    await mkdir(path.join(directory.dataDir, 'postgres.lock'), { recursive: true })
    await expect(acquireOwnerLock(directory.dataDir)).rejects.toThrow(
      /^Cannot lock .*postgres.lock/,
    )
  })
})
