import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../harness/process/freePort.ts'
import {
  eventually,
  killIfThere,
  postgresProcesses,
  type RunningPurser,
  startPurser,
  temporaryDataDir,
} from '../harness/process/purserProcess.ts'

let dataDir: string
let remove: () => Promise<void>
/** The running Purser. A test leaves it running for the next test. */
let running: RunningPurser | null = null
let settings: { PURSER_DATA_DIR: string; PORT: string; PURSER_RATE_LIMIT: string }
beforeAll(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
  settings = {
    PURSER_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PURSER_RATE_LIMIT: 'off',
  }
})
afterAll(async () => {
  try {
    // SIGKILL would leave the database running.
    await running?.end('SIGTERM')
    expect(await postgresProcesses(dataDir)).toEqual([])
  } finally {
    await remove()
  }
})

interface Write {
  id: string
  key: string
}

/**
 * Writes customers as fast as possible until the server is gone. Returns the acknowledged writes.
 */
async function writeUntilItDies(baseUrl: string, apiKey: string, writer: string, writes: Write[]) {
  for (let count = 0; ; count += 1) {
    const write = { id: `${writer}-${count}`, key: `key-${writer}-${count}` }
    try {
      if ((await put(baseUrl, apiKey, write)).status === 200) writes.push(write)
    } catch {
      return write
    }
  }
}

const put = (baseUrl: string, apiKey: string, { id, key }: Write) =>
  fetch(`${baseUrl}/v1/customers/${id}`, {
    method: 'PUT',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name: id, metadata: { writer: id } }),
  })

interface CustomerPage {
  data: { id: string }[]
  nextCursor: string | null
}

/** Checks that the list of all customers contains each written customer exactly once. */
async function expectStored(baseUrl: string, apiKey: string, writes: Write[]): Promise<void> {
  const stored: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await fetch(
      `${baseUrl}/v1/customers?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      { headers: { 'x-api-key': apiKey } },
    )
    const page = (await response.json()) as CustomerPage
    stored.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  }
  const distinct = new Set(stored)
  expect(distinct.size).toBe(stored.length)
  expect(writes.filter(({ id }) => !distinct.has(id))).toEqual([])
}

describe('acknowledged writes', () => {
  it.each([
    ['the server', 'server'],
    ['the server and its database', 'both'],
  ] as const)(
    'exist exactly once after kill -9 of %s, and no old database process remains',
    async (_name, victims) => {
      const WRITERS = 8
      const ENOUGH = 200
      const acknowledged: Write[] = []
      const first = running ?? (await startPurser(settings))
      running = first
      const { baseUrl, secretKey } = first.credentials
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilItDies(baseUrl, secretKey, `${victims}-${writer}`, acknowledged),
      )
      await eventually(() => acknowledged.length >= ENOUGH)
      const orphans = await postgresProcesses(dataDir)
      await first.end('SIGKILL')
      running = null
      if (victims === 'both') for (const pid of orphans) killIfThere(pid, 'SIGKILL')
      const unanswered = await Promise.all(writers)

      running = await startPurser(settings)
      await expectStored(baseUrl, secretKey, acknowledged)
      // Unanswered writes can be retried with their keys. Each takes effect once, on the first or
      // the second try.
      for (const write of unanswered) {
        expect((await put(baseUrl, secretKey, write)).status).toBe(200)
        expect((await put(baseUrl, secretKey, write)).headers.get('idempotent-replayed')).toBe(
          'true',
        )
      }
      for (const write of acknowledged.slice(-20)) {
        expect((await put(baseUrl, secretKey, write)).headers.get('idempotent-replayed')).toBe(
          'true',
        )
      }
      // No database process of the killed server is left.
      const alive = await postgresProcesses(dataDir)
      expect(alive.filter((pid) => orphans.includes(pid))).toEqual([])
    },
  )
})

interface Refusal {
  error: { code: string }
}

describe('a stopping server process', () => {
  it('answers every accepted request', async () => {
    const purser = running ?? (await startPurser(settings))
    running = purser
    const { baseUrl, secretKey } = purser.credentials
    const acknowledged: Write[] = []
    const statuses: number[] = []
    const refusals: Refusal[] = []
    let stopping = false
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; ; count += 1) {
        const write = { id: `s${writer}-${count}`, key: `stop-${writer}-${count}` }
        const sentAfterStop = stopping
        try {
          const response = await put(baseUrl, secretKey, write)
          statuses.push(response.status)
          if (response.status === 503) refusals.push((await response.json()) as Refusal)
          if (response.status === 200) acknowledged.push(write)
        } catch {
          // A connection error is allowed once the stop has begun. An earlier one lost a request.
          if (!sentAfterStop && !stopping) statuses.push(0)
          return
        }
      }
    })
    await eventually(() => acknowledged.length >= 100)
    stopping = true
    const code = purser.end('SIGTERM')
    await Promise.all(writers)
    expect(await code).toBe(0)
    running = null
    expect(await postgresProcesses(dataDir)).toEqual([])
    expect([...new Set(statuses)].sort().filter((status) => status !== 503)).toEqual([200])
    for (const { error } of refusals) expect(error.code).toBe('unavailable')
    running = await startPurser(settings)
    await expectStored(baseUrl, secretKey, acknowledged)
  })
})
