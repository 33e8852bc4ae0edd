import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chooseServerUser } from './chooseServerUser.ts'
import { hydrateBinaries } from './hydrateBinaries.ts'
import { locateBinaries } from './locateBinaries.ts'
import { reachableBinaries } from './reachableBinaries.ts'
import { ServerLog } from './ServerLog.ts'
import { startPostmaster } from './startPostmaster.ts'
import { TestDirectory } from './testing/TestDirectory.ts'

/** Does what startEmbeddedPostgres does before it starts the postmaster. */
async function prepare() {
  const directory = await TestDirectory.createWithCluster()
  const packaged = await locateBinaries()
  await hydrateBinaries(packaged.home)
  const user = await chooseServerUser(undefined)
  const binaries = await reachableBinaries(packaged, user)
  const log = new ServerLog(path.join(directory.dataDir, 'postgres.log'), () => undefined)
  onTestFinished(() => log.close())
  const { clusterDir, root } = directory
  return { binaries, clusterDir, clusterName: 'purser-test', user, log, root }
}

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

describe('startPostmaster', () => {
  test('tries another port when another process has taken the chosen one', async () => {
    const options = await prepare()
    const taken = await listen()
    onTestFinished(() => void taken.server.close())
    const free = await listen()
    await new Promise((resolve) => free.server.close(resolve))

    const offered = [taken.port, taken.port, free.port]
    const { port, postmaster } = await startPostmaster(options, {
      choosePort: async () => offered.shift() ?? 0,
    })
    onTestFinished(() => postmaster.stop())
    expect(port).toBe(free.port)
  })

  test('gives up on a server that never becomes ready, and quotes its last lines', async () => {
    const options = await prepare()
    const home = path.join(options.root, 'fake')
    await mkdir(path.join(home, 'bin'), { recursive: true })
    const script = '#!/bin/sh\necho "I am thinking"\nexec sleep 600\n'
    await writeFile(path.join(home, 'bin', 'postgres'), script, { mode: 0o755 })
    const binaries = { ...options.binaries, home }
    await expect(startPostmaster({ ...options, binaries }, { timeoutMs: 500 })).rejects.toThrow(
      /^The embedded PostgreSQL was not ready .*DATABASE_URL(?:.|\n)*I am thinking$/,
    )
  })

  test('reports a program that cannot be run at all', async () => {
    const options = await prepare()
    const binaries = { ...options.binaries, home: path.join(options.root, 'absent') }
    await expect(startPostmaster({ ...options, binaries })).rejects.toThrow(
      /^The embedded PostgreSQL could not be run \(.*ENOENT\)/,
    )
  })
})
