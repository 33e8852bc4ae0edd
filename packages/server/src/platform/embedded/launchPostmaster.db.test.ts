import { describe, expect, test } from 'vitest'
import { processesOf, showSetting, TestDirectory } from './testing/TestDirectory.ts'

const poll = { timeout: 60_000 }

describe('launchPostmaster', () => {
  test('keeps running after Ctrl-C in the terminal until the owner stops it', async () => {
    const directory = await TestDirectory.createWithCluster()
    const owner = directory.owner()
    const { url } = await owner.ready()
    const name = String(await showSetting(url, 'cluster_name'))
    // A terminal sends SIGINT to every process of the group at Ctrl-C.
    process.kill(-owner.pid, 'SIGINT')
    expect(await owner.message()).toEqual({ answerAfterSigint: 42 })
    await owner.exited
    expect(owner.child.exitCode).toBe(0)
    expect(await processesOf(name)).toEqual([])
  })

  test('shuts down with an owner that exits without calling stop', async () => {
    const directory = await TestDirectory.createWithCluster()
    const owner = directory.owner()
    const { url } = await owner.ready()
    const name = String(await showSetting(url, 'cluster_name'))
    await owner.command('exit')
    await expect.poll(() => processesOf(name), poll).toEqual([])
    // The shutdown was clean: PostgreSQL removed its pid file itself.
    await expect(directory.postmasterPid()).rejects.toThrow('ENOENT')
  })

  test('waits for the server of an owner that has exited before it starts another', async () => {
    const directory = await TestDirectory.createWithCluster()
    for (let round = 0; round < 3; round += 1) {
      const owner = directory.owner()
      await owner.ready()
      await owner.command('exit')
    }
    await directory.owner().ready()
  })
})
