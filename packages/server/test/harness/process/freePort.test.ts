import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './freePort.ts'

it("freePort returns a port outside the system's ephemeral range", async () => {
  expect(await freePort()).toBeLessThan(32_768)
})

it('freePort returns each port once and skips ports that are in use', async () => {
  const first = await freePort()
  const listener = createServer().listen(first + 1, '127.0.0.1')
  await once(listener, 'listening')
  try {
    const others = [await freePort(), await freePort()]
    expect(new Set([first, first + 1, ...others]).size).toBe(4)
  } finally {
    listener.close()
  }
})
