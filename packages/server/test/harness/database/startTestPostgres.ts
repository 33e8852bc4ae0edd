import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { chooseServerUser } from '../../../src/platform/embedded/chooseServerUser.ts'
import { SUPERUSER } from '../../../src/platform/embedded/clusterCredentials.ts'
import { hydrateBinaries } from '../../../src/platform/embedded/hydrateBinaries.ts'
import { initializeCluster } from '../../../src/platform/embedded/initializeCluster.ts'
import { locateBinaries } from '../../../src/platform/embedded/locateBinaries.ts'
import { reachableBinaries } from '../../../src/platform/embedded/reachableBinaries.ts'
import { serverSpawn } from '../../../src/platform/embedded/serverSpawn.ts'
import { freePort } from '../process/freePort.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

export interface TestPostgres {
  /** Over TCP, as a merchant's server. */
  url: string
  /** The directory of its Unix socket, which costs less CPU per statement than TCP. */
  socketDirectory: string
  stop(): Promise<void>
}

const READY_WITHIN_MS = 60_000

/**
 * Starts PostgreSQL for tests that do not test durability: the cluster is in memory where possible,
 * nothing is flushed, and it is deleted afterwards. Tests of durability start Purser's own embedded
 * database.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = await temporaryDirectory('purser-test-')
  if (process.geteuid?.() === 0) await chmod(dataDir, 0o711)
  const packaged = await locateBinaries()
  await hydrateBinaries(packaged.home)
  const user = await chooseServerUser(undefined)
  const binaries = await reachableBinaries(packaged, user)
  const password = await initializeCluster(dataDir, binaries, user)
  const socketDirectory = join(dataDir, 'postgres')
  const port = await freePort()
  const { directory, options } = serverSpawn(socketDirectory, user)
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketDirectory}`,
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=4GB',
    'checkpoint_timeout=1h',
    'logging_collector=off',
  ]
  const server = spawn(
    join(binaries.home, 'bin', 'postgres'),
    ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])],
    // Its own session, so that Ctrl-C does not stop it before the tests have ended.
    { ...options, detached: true, stdio: 'ignore' },
  )
  server.unref()
  const kill = () => server.kill('SIGQUIT')
  process.once('exit', kill)
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
  await untilReady(url, () => server.exitCode === null)
  return {
    url,
    socketDirectory,
    stop: async () => {
      process.off('exit', kill)
      if (server.exitCode === null) {
        server.kill('SIGINT')
        await once(server, 'exit')
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilReady(url: string, isRunning: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (!isRunning() || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
