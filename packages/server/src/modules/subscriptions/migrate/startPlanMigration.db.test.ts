import type { PlanMigration } from '@purser/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const END = '2026-02-15T12:00:00.000Z'
const SUBSCRIBERS = 100

const names = Array.from({ length: SUBSCRIBERS }, (_, at) => `subscriber_${at}`)

const charge = (amount: number) => ({
  type: 'recurring',
  name: 'Base fee',
  pricing: { model: 'flat', amount },
})

const edit = (planId: string, amount: number) =>
  bench.app.ok('updatePlan', { params: { id: planId }, body: { charges: [charge(amount)] } })

const progress = (id: string | null) =>
  bench.app.ok<PlanMigration>('getPlanMigration', { params: { id: id ?? '' } })

const versions = async (planSlug: string) => {
  const { rows } = await bench.app.pool.query(
    `SELECT plan_version AS version, pending_plan_version AS pending, count(*)::int AS count
     FROM subscriptions s JOIN plans p ON p.environment_id = s.environment_id AND p.id = s.plan_id
     WHERE p.slug = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [planSlug],
  )
  return rows
}

describe('subscribers of an older version', () => {
  beforeAll(async () => {
    for (const name of names) {
      await bench.customer(name, { kind: 'slg' })
      await bench.subscribe(name, 'metered')
    }
    await edit('metered', 800)
  })

  it('are previewed without any effect', async () => {
    const preview = await bench.migrate('metered', { dryRun: true })
    expect(preview).toMatchObject({
      id: null,
      status: 'preview',
      toVersion: 2,
      matched: SUBSCRIBERS,
      moved: 0,
      when: 'period_end',
    })
    expect(preview.preview).toHaveLength(100)
    expect(preview.preview[0]).toMatchObject({
      fromVersion: 1,
      effectiveAt: END,
      currentAmount: 500,
      nextAmount: 800,
    })
    expect(await versions('metered')).toEqual([{ version: 1, pending: null, count: SUBSCRIBERS }])
  })

  it('are each moved once, even by concurrent workers', async () => {
    const { id, status, matched } = await bench.migrate('metered')
    expect({ status, matched }).toEqual({ status: 'running', matched: SUBSCRIBERS })
    expect(
      await bench.app.fails('migrateSubscriptions', { body: { planId: 'metered' } }),
    ).toMatchObject({ code: 'invalid_state', details: { migrationId: id } })
    const payload = { environmentId: bench.app.sandbox.environmentId, migrationId: id }
    await Promise.all([
      bench.run('migrateSubscribers', payload),
      bench.run('migrateSubscribers', payload),
      bench.run('sweepPlanMigrations'),
    ])
    expect(await progress(id)).toMatchObject({
      status: 'completed',
      matched: SUBSCRIBERS,
      moved: SUBSCRIBERS,
      failed: 0,
    })
    expect(await versions('metered')).toEqual([{ version: 1, pending: 2, count: SUBSCRIBERS }])
    const { rows } = await bench.app.pool.query(
      `SELECT count(*)::int AS events FROM outbox_messages WHERE type = 'subscription.updated'`,
    )
    expect(rows).toEqual([{ events: SUBSCRIBERS }])
    expect((await bench.migrate('metered', { dryRun: true })).matched).toBe(0)
  })
})

describe('an immediate migration', () => {
  it('charges the costs of the change and skips subscribers that cannot change', async () => {
    for (const name of ['paying', 'paused', 'leaves', 'poor']) {
      await bench.payer(name)
      await bench.subscribed(name, 'small')
    }
    const idOf = async (name: string) => (await bench.list(name))[0]?.id ?? ''
    await bench.app.ok('pauseSubscription', { params: { id: await idOf('paused') } })
    await bench.change(await idOf('leaves'), 'free')
    await bench.card('poor', 'insufficient_funds')
    await edit('small', 2_000)
    await bench.to('2026-01-31T00:00:00.000Z')
    const { id, matched } = await bench.migrate('small', { when: 'now', fromVersion: 1 })
    expect(matched).toBe(3)
    // A subscriber that fails for one worker fails for the other too, and is counted once.
    const payload = { environmentId: bench.app.sandbox.environmentId, migrationId: id }
    await Promise.all([1, 2, 3].map(() => bench.run('migrateSubscribers', payload)))
    await bench.tick()
    expect(await progress(id)).toMatchObject({ status: 'completed', moved: 2, failed: 1 })
    expect((await bench.invoices('paying')).at(-1)).toMatchObject({
      reason: 'change',
      status: 'paid',
      total: 500,
    })
    expect(await bench.list('paying')).toMatchObject([{ planVersion: 2, status: 'active' }])
    expect(await bench.list('paused')).toMatchObject([{ planVersion: 1, status: 'paused' }])
    expect(await bench.list('leaves')).toMatchObject([{ planVersion: 1 }])
    expect(await bench.list('poor')).toMatchObject([{ planVersion: 2, status: 'past_due' }])
  })

  it.each([
    [{ planId: 'nowhere' }, 404, 'not_found'],
    [{ planId: 'small', fromVersion: 2 }, 400, 'invalid_request'],
    [{ planId: 'boost' }, 409, 'invalid_state'],
  ])('with %j is refused', async (body, status, code) => {
    expect(await bench.app.fails('migrateSubscriptions', { body })).toMatchObject({ status, code })
  })
})
