import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { freePort, STRETCH } from './freePort.ts'

it("freePort returns a port outside the system's ephemeral range", async () => {
  expect(await freePort()).toBeLessThan(32_768)
})

it('freePort returns each port once and skips ports that are in use', async () => {
  let first = await freePort()
  // The port after a stretch may belong to another process.
  while ((first + 1) % STRETCH === 0) first = await freePort()
  const listener = createServer().listen(first + 1, '127.0.0.1')
  await once(listener, 'listening')
  try {
    const others = [await freePort(), await freePort()]
    expect(new Set([first, first + 1, ...others]).size).toBe(4)
  } finally {
    listener.close()
  }
})

it('freePort never returns a port that another process may use', async () => {
  const file = JSON.stringify(new URL('./freePort.ts', import.meta.url).href)
  const program = `const { freePort } = await import(${file})
    const ports = []
    for (let at = 0; at < ${STRETCH + 1}; at += 1) ports.push(await freePort())
    console.log(JSON.stringify(ports))`
  const listPorts = async () => {
    const args = ['--input-type=module', '--eval', program]
    return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as number[]
  }
  const ours: number[] = []
  for (let at = 0; at <= STRETCH; at += 1) ours.push(await freePort())
  const theirs = (await Promise.all([listPorts(), listPorts()])).flat()
  expect(theirs.length).toBe(2 * (STRETCH + 1))
  const stretchOf = (port: number) => Math.floor(port / STRETCH)
  const ourStretches = new Set(ours.map(stretchOf))
  expect(ourStretches.size).toBeGreaterThan(1)
  expect(theirs.filter((port) => ourStretches.has(stretchOf(port)))).toEqual([])
})
