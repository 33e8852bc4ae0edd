import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './freePort.ts'

it('gives a port that the system gives nobody by itself', async () => {
  expect(await freePort()).toBeLessThan(32_768)
})

it('gives a port to one caller, and none that somebody listens on', async () => {
  const first = await freePort()
  const taken = createServer().listen(first + 1, '127.0.0.1')
  await once(taken, 'listening')
  try {
    const others = [await freePort(), await freePort()]
    expect(new Set([first, first + 1, ...others]).size).toBe(4)
  } finally {
    taken.close()
  }
})
