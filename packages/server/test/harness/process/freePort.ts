import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The ports are below the ephemeral ports of Linux and macOS, and each worker has a separate range.
 * A server that a test kills and restarts therefore finds its port free, although other tests open
 * ports and connections in the meantime.
 */
const FIRST = 20_000
const STRETCH = 500
const STRETCHES = 24

// Two test runs on one machine have the same worker numbers but different process ids.
let next = process.pid % STRETCH

/** Finds a free port of 127.0.0.1, for tests that need the address before the server starts. */
export async function freePort(): Promise<number> {
  const first = FIRST + STRETCH * (Number(process.env.VITEST_POOL_ID ?? 0) % STRETCHES)
  for (let tries = 0; tries < STRETCH; tries += 1) {
    const port = first + next
    next = (next + 1) % STRETCH
    if (await isFree(port)) return port
  }
  throw new Error(`All ports from ${first} to ${first + STRETCH - 1} of 127.0.0.1 are in use.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
