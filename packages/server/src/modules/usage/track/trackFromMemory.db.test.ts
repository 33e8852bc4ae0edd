import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketOf } from '../../../kernel/bucket.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { withPipeline } from '../../../platform/db/batch/withPipeline.ts'
import type { Session } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { createCatalogCache } from '../../catalog/index.ts'
import { freezeWallet } from '../../credits/index.ts'
import { attachPlan } from '../../subscriptions/index.ts'
import { readEvent, type UsageEvent } from '../event/event.core.ts'
import { createRightsCache } from '../rights/rightsCache.ts'
import { type BenchEvent, startUsageBench } from '../testing/usageBench.ts'
import type { TrackOutcome } from './computeEvents.ts'
import { createMemory } from './memory.ts'
import type { TrackItem } from './planEvents.ts'
import { trackEvents } from './trackEvents.ts'
import { trackFromMemory } from './trackFromMemory.ts'

let bench: Awaited<ReturnType<typeof startUsageBench>>
beforeAll(async () => {
  bench = await startUsageBench()
})
afterAll(() => bench.app.stop())

const IMAGE: BenchEvent = { eventName: 'image.generated' }
const CALL: BenchEvent = { eventName: 'api.call' }

/** Starts a server with a separate memory. Everything else in the tests bypasses it. */
function startServer() {
  const catalog = createCatalogCache()
  const dependencies = {
    clock: bench.app.clock,
    catalog,
    rights: createRightsCache(catalog),
    memory: createMemory(),
  }
  const { environmentId } = bench.app.sandbox
  const itemsOf = (customerId: string, events: readonly BenchEvent[]) =>
    events.map((event): TrackItem => {
      const mapKey = customerMapKey({ environmentId, customerId })
      const read = readEvent({ customerId, ...event }) as UsageEvent
      return { environmentId, bucket: bucketOf(environmentId, customerId), mapKey, event: read }
    })
  const sent: string[] = []
  const watched = (session: Session): Session => ({
    query: (statement, values) => {
      sent.push(statement.name)
      return session.query(statement, values)
    },
  })
  return {
    sent,
    learn: (id: string, ...events: BenchEvent[]) =>
      withPipeline(bench.app.hotPool, 'write', (session) =>
        trackEvents(session, itemsOf(id, events), dependencies),
      ),
    /** Returns null when the events cannot be recorded from memory. */
    remember: (id: string, ...events: BenchEvent[]) =>
      withPipeline<TrackOutcome[] | null>(
        bench.app.hotPool,
        'write',
        async (session) =>
          trackFromMemory(watched(session), itemsOf(id, events), dependencies) ?? { result: null },
      ),
  }
}

const brief = (outcomes: TrackOutcome[] | null) =>
  outcomes?.map((outcome) => ('reason' in outcome ? outcome.reason : outcome.status))

const recorded = async (customerId: string): Promise<number> => {
  const { rows } = await bench.app.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM usage_events WHERE customer_id = $1',
    [customerId],
  )
  return rows[0]?.count ?? 0
}

describe('events of a remembered customer', () => {
  it('are recorded without reads', async () => {
    const id = await bench.customer('known-1', { credits: 100 })
    const server = startServer()
    await server.learn(id, IMAGE)
    for (let turn = 0; turn < 5; turn += 1) {
      expect(brief(await server.remember(id, IMAGE, { ...IMAGE, quantity: 2 }))).toEqual([
        'accepted',
        'accepted',
      ])
    }
    expect([...new Set(server.sent)]).toEqual([
      'lock-unchanged-customers',
      'credits-move',
      'save-usage',
    ])
    expect(await bench.balance(id)).toBe('84')
    expect(await bench.breaches()).toEqual([])
  })

  it('can use up one grant after another', async () => {
    const id = await bench.customer('known-2', { credits: 3 })
    await bench.grant(id, 3)
    const server = startServer()
    await server.learn(id, IMAGE)
    const outcomes = []
    for (let turn = 0; turn < 6; turn += 1)
      outcomes.push(...((await server.remember(id, IMAGE)) ?? []))
    expect(brief(outcomes)).toEqual([...Array(5).fill('accepted'), 'insufficient_credits'])
    expect(await bench.balance(id)).toBe('0')
    expect(await bench.breaches()).toEqual([])
  })

  it('are checked against remembered limits', async () => {
    const id = await bench.customer('known-3', { plans: ['hard'] })
    const server = startServer()
    await server.learn(id, CALL)
    expect(brief(await server.remember(id, CALL))).toEqual(['accepted'])
    expect(brief(await server.remember(id, CALL, CALL))).toEqual(['accepted', 'limit_exceeded'])
    expect(brief(await server.remember(id, CALL))).toEqual(['limit_exceeded'])
    expect(await recorded(id)).toBe(3)
    expect(await bench.breaches()).toEqual([])
  })

  it('add to remembered accruals, from the first event on', async () => {
    const id = await bench.customer('known-4', { plans: ['overflow'], credits: 2 })
    const server = startServer()
    await server.learn(id, IMAGE)
    expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
    expect(await bench.accrued(id)).toEqual({})
    expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
    expect(brief(await server.remember(id, IMAGE, IMAGE))).toEqual(['accepted', 'accepted'])
    expect(await bench.accrued(id)).toEqual({ Images: '3' })
    expect(await bench.breaches()).toEqual([])
  })

  it('are recorded from memory once each kind of event has been tracked', async () => {
    const id = await bench.customer('known-5', { plans: ['hard', 'prepaid'], credits: 10 })
    const server = startServer()
    await server.learn(id, IMAGE)
    await server.learn(id, CALL)
    expect(brief(await server.remember(id, IMAGE, CALL))).toEqual(['accepted', 'accepted'])
  })
})

describe('a change since the last event', () => {
  const changes: Record<string, (id: string) => Promise<unknown>> = {
    'credits were granted': (id) => bench.grant(id, 5),
    'another server recorded an event': (id) => bench.accept(id, IMAGE),
    'the wallet was frozen': async (id) => {
      const { rows } = await bench.app.pool.query<{ id: string }>(
        'SELECT id FROM credit_accounts WHERE customer_id = $1',
        [id],
      )
      return withTransaction(bench.app.db, (tx) =>
        freezeWallet(tx, bench.app.sandbox.scope(), rows[0]?.id ?? ''),
      )
    },
    'a plan was attached': (id) =>
      withTransaction(bench.app.db, (tx) =>
        attachPlan(tx, bench.app.sandbox.scope(), { customerId: id, planId: 'hard' }),
      ),
    'an override was set': (id) =>
      bench.app.ok('putEntitlementOverride', {
        params: { customerId: id, featureSlug: 'images' },
        body: { access: false },
      }),
    'the customer was changed': (id) =>
      bench.app.ok('putCustomer', {
        params: { customerId: id },
        body: { timezone: 'Asia/Kolkata' },
      }),
    'the customer was deleted': (id) =>
      bench.app.call('deleteCustomer', { params: { customerId: id } }),
    'the catalog was changed': (id) =>
      bench.app.ok('putCatalog', { body: { products: { [`new-${id}`]: { name: 'New' } } } }),
  }

  it.each(Object.entries(changes))(
    'is noticed before anything is written: %s',
    async (what, change) => {
      const id = await bench.customer(`changed-${Object.keys(changes).indexOf(what)}`, {
        credits: 10,
      })
      const server = startServer()
      await server.learn(id, IMAGE)
      expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
      await change(id)
      const before = await recorded(id)
      await expect(server.remember(id, IMAGE)).rejects.toMatchObject({ code: 'PU001' })
      expect(await recorded(id)).toBe(before)
      expect(await bench.breaches()).toEqual([])
    },
  )

  it('is noticed even if the remembered state comes from a failed transaction', async () => {
    const id = await bench.customer('changed-never', { credits: 10 })
    const server = startServer()
    await server.learn(id, IMAGE)
    await bench.poison(id)
    const poison = { eventName: 'page.viewed' }
    await expect(server.remember(id, IMAGE, poison)).rejects.toMatchObject({ code: '22003' })
    await expect(server.remember(id, IMAGE)).rejects.toMatchObject({ code: 'PU001' })
    await server.learn(id, IMAGE)
    expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
    expect(await bench.balance(id)).toBe('7')
    expect(await recorded(id)).toBe(3)
    await bench.app.pool.query("UPDATE usage_days SET total = 0 WHERE event_name = 'page.viewed'")
    expect(await bench.breaches()).toEqual([])
  })
})

describe('reads the database for', () => {
  const nothing = async (
    id: string,
    event: BenchEvent,
    prepare?: (id: string) => Promise<unknown>,
  ) => {
    const server = startServer()
    await prepare?.(id)
    await server.learn(id, event)
    return server.remember(id, event)
  }

  it('an unknown customer', async () => {
    const id = await bench.customer('unknown-1', { credits: 10 })
    expect(await startServer().remember(id, IMAGE)).toBeNull()
  })

  it('values seen by `unique`', async () => {
    const id = await bench.customer('unknown-2', { plans: ['hard'] })
    const event = { eventName: 'user.seen', properties: { user: 'ada' } }
    expect(await nothing(id, event)).toBeNull()
  })

  it('a customer on a test clock', async () => {
    const { app } = bench
    await app.pool.query(
      `INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at)
       VALUES ($1, 'clock-1', $2, $2, $2)`,
      [app.sandbox.environmentId, app.clock.now()],
    )
    const id = await bench.customer('unknown-3', { credits: 10 })
    await app.ok('putCustomer', { params: { customerId: id }, body: { testClockId: 'clock-1' } })
    expect(await nothing(id, IMAGE)).toBeNull()
  })

  it('a wallet with an expired grant', async () => {
    const id = await bench.customer('unknown-4', { credits: 10 })
    await bench.grant(id, 5, { expiresAt: new Date(bench.app.clock.now().getTime() + 60_000) })
    const server = startServer()
    await server.learn(id, IMAGE)
    expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
    bench.app.clock.advance({ seconds: 60 })
    expect(await server.remember(id, IMAGE)).toBeNull()
    expect(brief(await server.learn(id, IMAGE))).toEqual(['accepted'])
    expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
    expect(await bench.breaches()).toEqual([])
  })

  it('rows that another server may have changed, even if the customer was just read again', async () => {
    const id = await bench.customer('unknown-7', { plans: ['hard', 'prepaid'], credits: 10 })
    const server = startServer()
    await server.learn(id, CALL)
    await bench.accept(id, CALL)
    await server.learn(id, IMAGE)
    expect(await server.remember(id, CALL)).toBeNull()
    expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
  })

  it('counters that were remembered under an older catalog', async () => {
    const id = await bench.customer('unknown-8', { plans: ['hard'] })
    const other = await bench.customer('unknown-9', { credits: 10 })
    const server = startServer()
    await server.learn(id, CALL)
    await bench.app.ok('putCatalog', { body: { products: { newer: { name: 'Newer' } } } })
    // The server now has the new catalog but has not tracked the customer under it.
    await server.learn(other, IMAGE)
    expect(await server.remember(id, CALL)).toBeNull()
  })

  it('a period that has just started', async () => {
    const id = await bench.customer('unknown-5', { plans: ['hard'] })
    const server = startServer()
    await server.learn(id, CALL)
    bench.app.clock.advance({ days: 1 })
    expect(await server.remember(id, CALL)).toBeNull()
    await server.learn(id, CALL)
    expect(brief(await server.remember(id, CALL))).toEqual(['accepted'])
  })

  it('more grants than a wallet read returns', async () => {
    const id = await bench.customer('unknown-6')
    for (let count = 0; count < 12; count += 1) await bench.grant(id, 1)
    const server = startServer()
    await server.learn(id, IMAGE)
    expect(await server.remember(id, { ...IMAGE, quantity: 10 })).toBeNull()
    expect(brief(await server.learn(id, { ...IMAGE, quantity: 10 }))).toEqual(['accepted'])
    expect(await bench.balance(id)).toBe('1')
  })
})

describe('idempotency keys of events recorded from memory', () => {
  it('act once', async () => {
    const id = await bench.customer('memory-key-1', { credits: 10 })
    const server = startServer()
    await server.learn(id, IMAGE)
    const keyed = { ...IMAGE, idempotencyKey: 'k' }
    expect(brief(await server.remember(id, keyed, keyed))).toEqual(['accepted', 'duplicate'])
    await expect(server.remember(id, keyed)).rejects.toMatchObject({ code: '23505' })
    expect(await bench.balance(id)).toBe('8')
  })

  it('are looked up before an event is rejected, because it may be a duplicate', async () => {
    const id = await bench.customer('memory-key-2', { credits: 2 })
    const server = startServer()
    const keyed = { ...IMAGE, idempotencyKey: 'k' }
    await server.learn(id, keyed)
    expect(brief(await server.remember(id, IMAGE))).toEqual(['accepted'])
    expect(await server.remember(id, keyed)).toBeNull()
    expect(brief(await server.learn(id, keyed))).toEqual(['duplicate'])
    expect(brief(await server.remember(id, IMAGE))).toEqual(['insufficient_credits'])
  })
})
