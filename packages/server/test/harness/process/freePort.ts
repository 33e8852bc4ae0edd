import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The ports are below the ephemeral ports of Linux and macOS, so no connection takes them. */
const FIRST = 20_000
const END = 32_000
/** The number of ports that a process claims together. It claims more when it needs them. */
export const STRETCH = 25

const unused: number[] = []

/**
 * Finds a free port of 127.0.0.1, for tests that need the address before the server starts. While
 * this process runs, no other process gets the same port from this function, not even in another
 * test run on this machine. A server that a test kills and restarts therefore finds its port free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = unused.shift()
    if (port === undefined) unused.push(...(await claimStretch()))
    else if (await isFree(port)) return port
  }
}

/** Claims a stretch of ports by listening on its first port until this process ends. */
async function claimStretch(): Promise<number[]> {
  for (let first = FIRST; first < END; first += STRETCH) {
    const claim = await listen(first)
    if (!claim) continue
    claim.unref()
    return Array.from({ length: STRETCH - 1 }, (_, at) => first + 1 + at)
  }
  throw new Error(
    `Other processes have claimed all ports from ${FIRST} to ${END - 1} of 127.0.0.1.`,
  )
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listen(port)
  if (!probe) return false
  probe.close()
  await once(probe, 'close')
  return true
}

/** Returns null if the port is in use. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
}
