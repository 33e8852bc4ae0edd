import { describe, expect, test } from 'vitest'
import { processesOf, show, TestDirectory } from './testing/TestDirectory.ts'

const poll = { timeout: 30_000 }

describe('launchPostmaster', { timeout: 120_000 }, () => {
  test('Ctrl-C in the terminal leaves it to the owner when the server stops', async () => {
    const directory = await TestDirectory.create()
    const owner = directory.owner()
    const { url } = await owner.ready()
    const name = String(await show(url, 'cluster_name'))
    // What a terminal does at Ctrl-C: a signal to every process of the group.
    process.kill(-owner.pid, 'SIGINT')
    expect(await owner.message()).toEqual({ answerAfterSigint: 42 })
    await owner.exited
    expect(owner.child.exitCode).toBe(0)
    expect(await processesOf(name)).toEqual([])
  })

  test('an owner that exits without stop takes the server with it', async () => {
    const directory = await TestDirectory.create()
    const owner = directory.owner()
    const { url } = await owner.ready()
    const name = String(await show(url, 'cluster_name'))
    await owner.command('exit')
    await expect.poll(() => processesOf(name), poll).toEqual([])
    // It was a clean shutdown: PostgreSQL removed its pid file itself.
    await expect(directory.postmasterPid()).rejects.toThrow('ENOENT')
  })

  test('a start that follows at once waits for that server to end', async () => {
    const directory = await TestDirectory.create()
    for (let round = 0; round < 3; round += 1) {
      const owner = directory.owner()
      await owner.ready()
      await owner.command('exit')
    }
    await directory.owner().ready()
  })
})
