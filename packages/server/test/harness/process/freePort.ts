import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below what Linux and macOS hand out by themselves, and in a stretch of its own for each worker:
 * a server that a test kills and starts again finds its port as it left it, though every other test
 * opens ports and connections meanwhile.
 */
const FIRST = 20_000
const STRETCH = 500
const STRETCHES = 24

// Two runs on one machine have the same workers, but not the same processes.
let next = process.pid % STRETCH

/** A port of 127.0.0.1 that nobody listens on, for an address that is known before anyone does. */
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
