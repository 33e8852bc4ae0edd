import type { Plan } from '@purser/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import { waitForBlocked } from '../../../platform/db/testing/waitForBlocked.ts'
import { type PlanBench, startPlanBench } from '../testing/planBench.ts'
import { problemsOf } from '../testing/problemsOf.ts'

let app: TestApp
let bench: PlanBench
let plan: Plan

beforeAll(async () => {
  bench = await startPlanBench()
  app = bench.app
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.advance({ minutes: 1 })
  plan = await bench.create()
})

describe('updatePlan', () => {
  const cheaper = {
    charges: [{ type: 'recurring', name: 'Base', pricing: { model: 'flat', amount: 1500 } }],
  }

  it('keeps omitted fields and clears fields that are null', async () => {
    const full = await bench.create({
      tierId: 'pro',
      description: 'D',
      trial: { days: 7 },
      metadata: { a: 1 },
    })
    expect(await bench.patch(full, { name: 'New name' })).toEqual({
      ...full,
      name: 'New name',
      updatedAt: expect.any(String),
    })
    expect(await bench.patch(full, { tierId: null, description: null, trial: null })).toMatchObject(
      {
        name: 'New name',
        tierId: null,
        description: null,
        trial: null,
        metadata: { a: 1 },
      },
    )
    const moved = await bench.patch(full, { tierId: 'pro', isPublic: false, metadata: {} })
    expect(moved).toMatchObject({ tierId: full.tierId, isPublic: false, metadata: {} })
  })

  it('rejects the same input as createPlan', async () => {
    const call = (body: object) => ({ params: { id: plan.id }, body })
    expect(await problemsOf(app, 'updatePlan', call({ tierId: 'other' }))).toHaveProperty('tierId')
    const entitlements = [{ featureSlug: 'ai', onExhausted: 'invoice' }]
    expect(await problemsOf(app, 'updatePlan', call({ entitlements }))).toHaveProperty([
      'entitlements.0.onExhausted',
    ])
    expect(await problemsOf(app, 'updatePlan', call({ currency: 'eur' }))).toHaveProperty(
      'currency',
    )
    expect(await bench.get(plan.id)).toEqual(plan)
  })

  it('edits a version without subscribers in place', async () => {
    const changed = await bench.patch(plan, cheaper)
    expect(changed).toMatchObject({ version: 1, charges: [{ pricing: { amount: 1500 } }] })
    expect(await bench.versionsOf(plan)).toEqual([changed])
  })

  it('keeps the ids of charges when other terms change', async () => {
    const changed = await bench.patch(plan, { entitlements: [] })
    expect(changed.charges).toEqual(plan.charges)
    expect(changed.entitlements).toEqual([])
  })

  it('creates a new version and leaves subscribers on the old version', async () => {
    await bench.subscribe(plan)
    app.clock.advance({ minutes: 1 })
    const changed = await bench.patch(plan, cheaper)
    expect(changed).toMatchObject({
      id: plan.id,
      status: 'active',
      version: 2,
      charges: [{ pricing: { amount: 1500 } }],
      entitlements: plan.entitlements,
    })
    expect(await bench.get(plan.id)).toEqual(changed)
    const [current, old] = await bench.versionsOf(plan)
    expect(current).toEqual(changed)
    expect(old).toEqual({
      ...plan,
      status: 'migrated',
      updatedAt: app.clock.now().toISOString(),
    })
    // The new version has no subscribers yet, so it is edited in place.
    expect(await bench.patch(plan, { grantRules: [] })).toMatchObject({ version: 2 })
    expect(await bench.patch(plan, { entitlements: [] })).toMatchObject({
      version: 2,
      entitlements: [],
    })
    expect((await bench.versionsOf(plan))[1]).toEqual(old)
  })

  it('creates no version when the terms do not change', async () => {
    await bench.subscribe(plan)
    const { charges, entitlements } = bench.body()
    const changed = await bench.patch(plan, { name: 'Same', charges, entitlements, grantRules: [] })
    expect(changed).toMatchObject({ name: 'Same', version: 1, charges: plan.charges })
    for (const body of [{ isPublic: false }, { trial: { days: 3 } }, { metadata: { a: 1 } }, {}]) {
      expect(await bench.patch(plan, body)).toMatchObject({ version: 1 })
    }
  })

  it.each([
    ['canceled', 2],
    ['incomplete_expired', 2],
    ['incomplete', 2],
    ['trialing', 2],
    ['past_due', 2],
    ['paused', 2],
  ])('with a subscription that is %s results in version %i', async (status, version) => {
    await bench.subscribe(plan, status)
    expect(await bench.patch(plan, cheaper)).toMatchObject({ version })
  })

  it('applies concurrent changes one after another', async () => {
    await bench.subscribe(plan)
    const prices = [100, 200, 300, 400, 500, 600]
    const bodies = prices.map((amount) => ({
      charges: [{ type: 'recurring', name: 'Base', pricing: { model: 'flat', amount } }],
    }))
    await Promise.all(bodies.map((body) => bench.patch(plan, body)))
    const versions = await bench.versionsOf(plan)
    // The first change created version 2. It has no subscribers, so the others edited it in place.
    expect(versions.map(({ version, status }) => [version, status])).toEqual([
      [2, 'active'],
      [1, 'migrated'],
    ])
    expect(versions[0]?.charges).toHaveLength(1)
    expect(versions[1]).toMatchObject({ charges: plan.charges })
  })

  it('detects a subscription that commits while the update waits', async () => {
    const inserted = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const subscribing = app.db.transaction().execute(async (tx) => {
      await tx.insertInto('subscriptions').values(bench.subscription(plan)).execute()
      inserted.resolve()
      await mayCommit.promise
    })
    await inserted.promise
    const changing = bench.patch(plan, cheaper)
    await waitForBlocked(app.owner)
    mayCommit.resolve()
    await subscribing
    expect(await changing).toMatchObject({ version: 2 })
    expect((await bench.versionsOf(plan))[1]).toMatchObject({ version: 1, charges: plan.charges })
  })

  it('returns the same response for the same Idempotency-Key and creates one version', async () => {
    await bench.subscribe(plan)
    const call = { params: { id: plan.id }, body: cheaper, headers: { 'idempotency-key': plan.id } }
    const first = await app.ok('updatePlan', call)
    expect(await app.ok('updatePlan', call)).toEqual(first)
    expect(await bench.versionsOf(plan)).toHaveLength(2)
  })
})
