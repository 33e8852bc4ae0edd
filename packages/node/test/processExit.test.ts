import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../server/test/harness/process/freePort.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

/** Runs a process until it ends, and returns its output. */
async function run(url: string, how?: string): Promise<string> {
  const script = resolve(import.meta.dirname, 'processes/idle.ts')
  const args = [script, url, 'sk_sandbox_x', ...(how ? [how] : [])]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  return stdout.trim()
}

/** A server that is busy for the first requests. */
async function startBusyServer(busyFor: number, retryAfter = '0') {
  let requestCount = 0
  server = createServer((request, response) => {
    requestCount += 1
    request.resume().on('end', () => {
      const isBusy = requestCount <= busyFor
      response.writeHead(isBusy ? 503 : 200, { connection: 'close', 'retry-after': retryAfter })
      response.end(JSON.stringify(isBusy ? {} : { accepted: 1, rejected: 0, results: [] }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCount: () => requestCount,
  }
}

test('a process ends even while the timer of the client is set', async () => {
  const { url, requestCount } = await startBusyServer(0)
  expect(await run(url)).toBe('')
  expect(requestCount()).toBe(0)
})

test('a process does not wait for retries in the background', async () => {
  const { url, requestCount } = await startBusyServer(Number.POSITIVE_INFINITY, '1000')
  expect(await run(url, 'linger')).toBe('left')
  expect(requestCount()).toBe(1)
})

test('a process waits for a shutdown and its retries', async () => {
  const { url, requestCount } = await startBusyServer(2)
  expect(await run(url, 'shutdown')).toBe('1 accepted')
  expect(requestCount()).toBe(3)
})

test('a shutdown ends without a server, and reports the lost events', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  expect(await run(url, 'shutdown')).toBe('events_undelivered\n0 accepted')
})
