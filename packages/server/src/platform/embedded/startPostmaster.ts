import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { clearLeftovers, quitOrphanSessions } from './clearLeftovers.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { type LaunchOptions, launchPostmaster, type Postmaster } from './launchPostmaster.ts'

export interface StartedPostmaster {
  postmaster: Postmaster
  port: number
  /** True if a server left running by an earlier process had to be stopped first. */
  replacedOrphan: boolean
}

const START_TIMEOUT_MS = 60_000

/**
 * Starts a postmaster and retries while the obstacle is temporary: a port that was taken between
 * choosing and using it, an orphan that was itself still starting, or sessions that outlived their
 * postmaster.
 */
export async function startPostmaster(
  options: Omit<LaunchOptions, 'port' | 'timeoutMs'>,
  { choosePort = freePort, timeoutMs = START_TIMEOUT_MS } = {},
): Promise<StartedPostmaster> {
  const { clusterDir, clusterName } = options
  const deadline = performance.now() + timeoutMs
  let replacedOrphan = false
  for (;;) {
    if (await clearLeftovers(clusterDir, clusterName)) replacedOrphan = true
    const port = await choosePort()
    const launch = await launchPostmaster({ ...options, port, timeoutMs })
    if (typeof launch === 'object') return { postmaster: launch, port, replacedOrphan }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        launch === 'port-taken'
          ? 'The embedded PostgreSQL found no free port on 127.0.0.1: close some of the programs that listen there, and start again.'
          : `Other PostgreSQL processes still use ${clusterDir}: find them with "ps aux | grep ${clusterName}", end them, and start again.`,
      )
    }
    if (launch === 'directory-in-use') {
      await quitOrphanSessions(clusterName)
      await sleep(50)
    }
  }
}

/** Finds a port of 127.0.0.1 that is currently free. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address()
      server.close(() => {
        if (typeof address === 'object' && address) resolve(address.port)
        else
          reject(
            new EmbeddedPostgresError(
              'No free port is available on 127.0.0.1. Close a program that listens there, and start again.',
            ),
          )
      })
    })
  })
}
