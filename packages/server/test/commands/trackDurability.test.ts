import { randomInt } from 'node:crypto'
import type { TrackResult } from '@purser/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../harness/process/freePort.ts'
import {
  eventually,
  killIfThere,
  postgresProcesses,
  runPurser,
  startPurser,
  temporaryDataDir,
} from '../harness/process/purserProcess.ts'
import { runsAll } from '../harness/runsAll.ts'

/** Set `PURSER_TEST_SECONDS=60` for the full test. */
const SECONDS = Number(process.env.PURSER_TEST_SECONDS ?? 2)
const CLIENTS = 64
const CUSTOMERS = runsAll ? 1_000 : 150
const GRANTED = 1_000_000

let dataDir: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
})
afterEach(async () => {
  for (const pid of await postgresProcesses(dataDir)) killIfThere(pid, 'SIGTERM')
  await eventually(async () => (await postgresProcesses(dataDir)).length === 0)
  await remove()
})

interface Event {
  customerId: string
  eventName: string
  idempotencyKey: string
}

const customer = (at: number) => `customer-${at}`

/** Runs `work` for every item, several at a time. */
async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const remaining = items.values()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const item of remaining) await work(item)
    }),
  )
}

describe(`kill -9 while ${CLIENTS} clients track on ${CUSTOMERS} customers`, () => {
  it(
    'every acknowledged event exists exactly once: as an event, in the ledger and in the balance',
    async () => {
      const settings = {
        PURSER_DATA_DIR: dataDir,
        PORT: String(await freePort()),
        PURSER_RATE_LIMIT: 'off',
      }
      const first = await startPurser(settings)
      const { baseUrl, secretKey } = first.credentials
      const headers = { 'x-api-key': secretKey, 'content-type': 'application/json' }
      const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const answer = (await response.json()) as T
        if (response.status !== 200) throw new Error(JSON.stringify(answer))
        return answer
      }
      const track = (events: Event[]) => send<TrackResult>('POST', '/v1/usage/track', { events })
      const customers = Array.from({ length: CUSTOMERS }, (_, at) => customer(at))
      await inParallel(customers, async (id) => {
        await send('PUT', `/v1/customers/${id}`, {})
        await send('POST', '/v1/credits/grants', {
          customerId: id,
          creditCurrencyId: 'image-credits',
          amount: GRANTED,
        })
      })

      const acknowledged: Event[] = []
      let count = 0
      /**
       * Tracks until told to stop or until the server is gone. Returns the events without an
       * answer.
       */
      const client = async (isOver: () => boolean): Promise<Event[]> => {
        while (!isOver()) {
          count += 1
          const event = {
            customerId: customer(randomInt(CUSTOMERS)),
            eventName: 'image.generated',
            idempotencyKey: `key-${count}`,
          }
          try {
            const { accepted } = await track([event])
            if (accepted === 1) acknowledged.push(event)
          } catch {
            return [event]
          }
        }
        return []
      }
      const load = async (isOver: () => boolean) =>
        (await Promise.all(Array.from({ length: CLIENTS }, () => client(isOver)))).flat()
      const after = (seconds: number) => {
        const end = performance.now() + seconds * 1_000
        return () => performance.now() > end
      }

      const cut = load(() => false)
      await new Promise((resolve) => setTimeout(resolve, (SECONDS / 2) * 1_000))
      await first.end('SIGKILL')
      const unanswered = await cut
      expect(unanswered.length).toBeGreaterThan(0)

      const second = await startPurser(settings)
      try {
        // The second half of the time, in which every unanswered event is retried with its key.
        const retried = inParallel(unanswered, async (event) => {
          expect((await track([event])).accepted).toBe(1)
        })
        expect(await load(after(SECONDS / 2))).toEqual([])
        await retried
        const recorded = [...acknowledged, ...unanswered]
        const balances = async () => {
          const found = new Map<string, number>()
          await inParallel(customers, async (id) => {
            const { data } = await send<{ data: { balance: number }[] }>(
              'GET',
              `/v1/customers/${id}/credit-accounts`,
            )
            found.set(id, data[0]?.balance ?? Number.NaN)
          })
          return customers.map((id) => found.get(id))
        }
        const tracked = Map.groupBy(recorded, ({ customerId }) => customerId)
        const expected = customers.map((id) => GRANTED - (tracked.get(id)?.length ?? 0))
        expect(await balances()).toEqual(expected)

        // Replays change nothing.
        const sample = recorded.filter((_, at) => at % 7 === 0)
        await inParallel(sample, async (event) => {
          const { results } = await track([event])
          expect(results[0]?.status).toBe('duplicate')
        })
        expect(await balances()).toEqual(expected)

        // Events, ledger, grants and balances must agree.
        const doctor = await runPurser(['doctor'], settings)
        expect(doctor.stdout).not.toContain('FAIL')
        expect(doctor.code).toBe(0)
        process.stdout.write(
          `${recorded.length} events of ${CLIENTS} clients in ${SECONDS} s, ${unanswered.length} of them unanswered at the kill\n`,
        )
      } finally {
        expect(await second.end('SIGTERM')).toBe(0)
      }
    },
    300_000 + SECONDS * 2_000,
  )
})
