import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../../../../test/harness/runsAll.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { withPipeline } from '../../../platform/db/batch/withPipeline.ts'
import { createCatalogCache } from '../../catalog/index.ts'
import { readEvent, type UsageEvent } from '../event/event.core.ts'
import { createRightsCache } from '../rights/rightsCache.ts'
import { type BenchEvent, startUsageBench } from '../testing/usageBench.ts'
import { createMemory } from './memory.ts'
import type { TrackItem } from './planEvents.ts'
import { trackEvents } from './trackEvents.ts'
import { createTrackUsage } from './trackUsage.ts'

let bench: Awaited<ReturnType<typeof startUsageBench>>
beforeAll(async () => {
  bench = await startUsageBench()
})
afterAll(() => bench.app.stop())

const CREDITS = 1_000

/**
 * Tracks one batch of events that cost one credit each. The clock advances by a step on each read.
 */
async function trackBatch(customerId: string, count: number, from: Date, stepMs: number) {
  const { environmentId } = bench.app.sandbox
  let at = from.getTime()
  const clock = {
    now: () => {
      at += stepMs
      return new Date(at)
    },
  }
  const catalog = createCatalogCache()
  const items = Array.from({ length: count }, (): TrackItem => {
    const event = readEvent({ customerId, eventName: 'image.generated' }) as UsageEvent
    const mapKey = customerMapKey({ environmentId, customerId })
    return { environmentId, bucket: bucketOf(environmentId, customerId), mapKey, event }
  })
  return withPipeline(bench.app.hotPool, 'write', (session) =>
    trackEvents(session, items, {
      clock,
      catalog,
      rights: createRightsCache(catalog),
      memory: createMemory(),
    }),
  )
}

const grantUntil = (customerId: string, expiresAt: Date | null, priority: number) =>
  bench.grant(customerId, CREDITS, { expiresAt, priority })

/** Returns how often a grant was spent, and the first and last time. */
async function spendingOf(grantId: string) {
  const { rows } = await bench.app.pool.query<{ count: number; first: Date; last: Date }>(
    `SELECT count(*)::int, min(created_at) AS first, max(created_at) AS last FROM credit_ledger
     WHERE reason = 'USAGE_DEDUCTION' AND grant_id = $1`,
    [grantId],
  )
  return rows[0] ?? { count: 0, first: new Date(0), last: new Date(0) }
}

describe('a grant that expires in the middle of a batch', () => {
  const EVENTS = 100
  const LIFE_MS = 50

  it('is spent until just before that instant', async () => {
    const id = await bench.customer('expiry-1')
    const now = bench.app.clock.now()
    const expiresAt = new Date(now.getTime() + LIFE_MS)
    const grant = await grantUntil(id, expiresAt, 1)
    const results = await trackBatch(id, EVENTS, now, 1)
    const { count, last } = await spendingOf(grant.id)
    // The clock advances by a millisecond per event, so the last debit is at the last possible
    // instant.
    expect(last).toEqual(new Date(expiresAt.getTime() - 1))
    expect(count).toBeGreaterThan(LIFE_MS / 2)
    expect(results.map((result) => ('reason' in result ? result.reason : result.status))).toEqual([
      ...Array(count).fill('accepted'),
      ...Array(EVENTS - count).fill('insufficient_credits'),
    ])
    expect(await bench.balance(id)).toBe('0')
    expect(await bench.breaches()).toEqual([])
  })

  it('is followed by the next grant for the rest of the batch', async () => {
    const id = await bench.customer('expiry-2')
    const now = bench.app.clock.now()
    const expiresAt = new Date(now.getTime() + LIFE_MS)
    const early = await grantUntil(id, expiresAt, 1)
    const late = await grantUntil(id, null, 2)
    await trackBatch(id, EVENTS, now, 1)
    const spent = await spendingOf(late.id)
    expect(spent.first).toEqual(expiresAt)
    expect(spent.count).toBeGreaterThan(0)
    expect(await bench.balance(id)).toBe(String(CREDITS - spent.count))
    const before = await spendingOf(early.id)
    expect(before.last).toEqual(new Date(expiresAt.getTime() - 1))
    expect(before.count + spent.count).toBe(EVENTS)
    expect(await bench.breaches()).toEqual([])
  })
})

describe('a wallet with many grants', () => {
  it('spends all of its grants in order', async () => {
    const id = await bench.customer('many-1')
    const now = bench.app.clock.now()
    for (let priority = 30; priority > 0; priority -= 1) await grantUntil(id, null, priority)
    const spend = (quantity: number) => bench.accept(id, { eventName: 'image.generated', quantity })
    await spend(CREDITS * 12.5)
    await trackBatch(id, 300, now, 0)
    expect(await bench.balance(id)).toBe(String(CREDITS * 17.5 - 300))
    const { rows } = await bench.app.pool.query(
      `SELECT priority, trim_scale(remaining)::float AS remaining FROM credit_grants g
       JOIN credit_accounts a ON a.id = g.account_id WHERE a.customer_id = $1 ORDER BY priority`,
      [id],
    )
    expect(rows).toEqual(
      Array.from({ length: 30 }, (_, at) => ({
        priority: at + 1,
        remaining: at < 12 ? 0 : at === 12 ? 200 : CREDITS,
      })),
    )
    expect(await bench.breaches()).toEqual([])
  })
})

describe('one failing event', () => {
  it('never makes the other events of its batch fail', async () => {
    const id = await bench.customer('poison-1', { credits: 1_000 })
    await bench.poison(id)
    const good = { eventName: 'image.generated' }
    const sent = Array.from({ length: 40 }, (_, at) =>
      bench.track([at === 17 ? { eventName: 'page.viewed', quantity: 5 } : good], id),
    )
    const results = await Promise.all(sent)
    expect(results.map(({ accepted }) => accepted)).toEqual(
      Array.from({ length: 40 }, (_, at) => (at === 17 ? 0 : 1)),
    )
    expect(results[17]?.rejections?.[0]).toMatchObject({ reason: 'invalid_event' })
    expect(await bench.balance(id)).toBe('961')
  })
})

describe('events of one customer', () => {
  const EVENTS = 120

  /** Starts a separate server. The event at `poisoned` fails together with its batch. */
  async function startPoisoned(id: string, poisoned: number) {
    await bench.customer(id, { credits: 1_000 })
    await bench.poison(id)
    const track = createTrackUsage({
      pool: bench.app.hotPool,
      report: () => {},
      clock: bench.app.clock,
      catalog: createCatalogCache(),
      rights: createRightsCache(createCatalogCache()),
    })
    const send = (event: BenchEvent) =>
      track.join(bench.app.sandbox.scope(), { events: [{ customerId: id, ...event }] })
    return {
      send,
      sendNumbered: (at: number) =>
        send({
          eventName: at === poisoned ? 'page.viewed' : 'image.generated',
          idempotencyKey: `event-${at}`,
        }),
      expectInOrder: async () => {
        const { rows } = await bench.app.pool.query(
          `SELECT idempotency_key FROM usage_events
           WHERE customer_id = $1 AND idempotency_key IS NOT NULL ORDER BY first_seq`,
          [id],
        )
        expect(rows.map(({ idempotency_key: key }) => key)).toEqual(
          Array.from({ length: EVENTS }, (_, at) => `event-${at}`).filter(
            (_, at) => at !== poisoned,
          ),
        )
      },
    }
  }

  it.each(['read', 'remembered'])(
    'are recorded in the order of arrival, even if an earlier batch fails (state: %s)',
    async (how) => {
      const { send, sendNumbered, expectInOrder } = await startPoisoned(`order-${how}`, 3)
      if (how === 'remembered') await send({ eventName: 'image.generated' })
      const results = await Promise.all(Array.from({ length: EVENTS }, (_, at) => sendNumbered(at)))
      expect(results.filter(({ accepted }) => accepted === 0)).toHaveLength(1)
      await expectInOrder()
    },
  )

  it('do not overtake a batch that is being split', async () => {
    const { sendNumbered, expectInOrder } = await startPoisoned('order-late', 20)
    const sent: Promise<unknown>[] = []
    for (let at = 0; at < EVENTS; at += 1) {
      sent.push(sendNumbered(at))
      // A batch with a failing event is split into many small ones, which takes a while.
      if (at >= EVENTS / 2 && at % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await Promise.all(sent)
    await expectInOrder()
  })
})

/** Events per sender, for a hundred senders. The deep run sends ten thousand events. */
const SENT = runsAll ? 100 : 20
const HALF = (100 * SENT) / 2

describe('thousands of simultaneous events', () => {
  it('spend a balance that covers half of them down to exactly zero', async () => {
    const id = await bench.customer('rush-1', { credits: HALF })
    const event = { eventName: 'image.generated' }
    let accepted = 0
    let refused = 0
    const sender = async (requests: number) => {
      for (let sent = 0; sent < requests; sent += 1) {
        const result = await bench.track([event], id)
        accepted += result.accepted
        refused +=
          result.rejections?.filter(({ reason }) => reason === 'insufficient_credits').length ?? 0
      }
    }
    await Promise.all(Array.from({ length: 100 }, () => sender(SENT)))
    expect({ accepted, refused }).toEqual({ accepted: HALF, refused: HALF })
    expect(await bench.balance(id)).toBe('0')
    const { rows } = await bench.app.pool.query(
      `SELECT min(balance_after)::int AS least, count(*) FILTER (WHERE type = 'DEBIT')::int AS debits
       FROM credit_ledger l JOIN credit_accounts a ON a.id = l.account_id WHERE a.customer_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ least: 0, debits: HALF }])
  })
})
