import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The ports are below the ephemeral ports of Linux and macOS, so no connection takes them. */
const FIRST = 20_000
const END = 32_000
/** Ports that one process claims together. */
export const STRETCH = 100

const unused: number[] = []

/**
 * Finds a free port of 127.0.0.1, for tests that need the address before the server starts. No other
 * test gets the same port, not even in another run on this machine, so a server that a test kills and
 * restarts finds its port free.
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
  throw new Error(`All ports from ${FIRST} to ${END - 1} of 127.0.0.1 are in use.`)
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
  } catch {
    return null
  }
}
