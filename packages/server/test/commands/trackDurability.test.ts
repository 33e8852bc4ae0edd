import { randomInt } from 'node:crypto'
import type { TrackResult } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/process/purserProcess.ts'
import { type MortalPurser, startMortalPurser } from '../harness/process/startMortalPurser.ts'
import { runsAll } from '../harness/runsAll.ts'

/** The number of events that are acknowledged before the kill, and again after it. */
const EVENTS = runsAll ? 5_000 : 400
const CLIENTS = 64
const CUSTOMERS = runsAll ? 1_000 : 64
const GRANTED = 1_000_000
const DEADLINE_MS = 300_000

let purser: MortalPurser
beforeAll(async () => {
  purser = await startMortalPurser()
})
afterAll(() => purser.end())

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

describe(`kill -9 while ${CLIENTS} clients track for ${CUSTOMERS} customers`, () => {
  it('neither loses nor repeats an acknowledged event, its ledger rows or its effect on a balance', async () => {
    const { send } = purser
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
     * Tracks until `isOver` returns true or the server is gone. Returns the events without a
     * response.
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

    const cut = load(() => false)
    await eventually(() => acknowledged.length >= EVENTS, DEADLINE_MS)
    await purser.kill()
    const unanswered = await cut
    expect(unanswered.length).toBeGreaterThan(0)

    await purser.revive()
    // While others track, every unanswered event is retried with its key.
    const retried = inParallel(unanswered, async (event) => {
      expect((await track([event])).accepted).toBe(1)
    })
    const enough = acknowledged.length + EVENTS
    expect(await load(() => acknowledged.length >= enough)).toEqual([])
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

    // Repeated events change nothing.
    const sample = recorded.filter((_, at) => at % 7 === 0)
    await inParallel(sample, async (event) => {
      const { results } = await track([event])
      expect(results[0]?.status).toBe('duplicate')
    })
    expect(await balances()).toEqual(expected)

    // Events, ledger, grants and balances must agree.
    await purser.expectSoundBooks()
    process.stdout.write(
      `${recorded.length} events of ${CLIENTS} clients, ${unanswered.length} of them unanswered at the kill\n`,
    )
  })
})
