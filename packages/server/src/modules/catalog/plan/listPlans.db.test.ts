import type { Plan } from '@purser/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import { listAllPlans } from '../read.ts'
import { type PlanBench, type PlanPage, startPlanBench } from '../testing/planBench.ts'

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

const list = (query: Record<string, string>, key = app.sandbox.keys.full) =>
  app.ok<PlanPage>('listPlans', { query: { limit: 100, ...query }, key })

describe('listPlans', () => {
  it('lists the current version of each plan by status and product', async () => {
    await bench.subscribe(plan)
    const current = await bench.patch(plan, { charges: [] })
    const draft = await bench.create({ status: 'draft' })
    const elsewhere = await bench.create({ productId: 'second' })
    const all = await list({})
    expect(all.data.filter(({ id }) => id === plan.id)).toEqual([current])
    expect(all.data).toContainEqual(draft)
    expect((await list({ status: 'draft' })).data).toContainEqual(draft)
    expect((await list({ status: 'active' })).data).not.toContainEqual(draft)
    expect((await list({ productId: 'second' })).data).toContainEqual(elsewhere)
    expect((await list({ productId: 'second' })).data).not.toContainEqual(current)
    expect((await list({ productId: 'nope' })).data).toEqual([])
  })

  it('lists replaced versions as migrated, in pages', async () => {
    for (const amount of [10, 20, 30]) {
      await bench.subscribe(await bench.get(plan.id))
      await bench.patch(plan, {
        charges: [{ type: 'one_off', name: 'X', pricing: { model: 'flat', amount } }],
      })
    }
    const migrated = (await list({ status: 'migrated' })).data
    const mine = migrated.filter(({ id }) => id === plan.id)
    expect(mine.map(({ version, status }) => [version, status])).toEqual([
      [3, 'migrated'],
      [2, 'migrated'],
      [1, 'migrated'],
    ])
    for (const [operation, call, expected] of [
      ['listPlans', { query: { status: 'migrated', limit: 1 } }, migrated],
      [
        'listPlanVersions',
        { params: { id: plan.slug }, query: { limit: 1 } },
        await bench.versionsOf(plan),
      ],
    ] as const) {
      const seen: Plan[] = []
      let cursor: string | null = null
      do {
        const query: Record<string, string | number> = { ...call.query, ...(cursor && { cursor }) }
        const page: PlanPage = await app.ok<PlanPage>(operation, { ...call, query })
        seen.push(...page.data)
        cursor = page.nextCursor
      } while (cursor)
      expect(seen).toEqual(expected)
    }
  })

  it('shows portal customers the same plans as the public', async () => {
    const hidden = await bench.create({ isPublic: false })
    const { token } = await app.ok<{ token: string }>('createPortalSession', {
      body: { customerId: 'ann' },
    })
    const page = await app.ok<PlanPage>('listPlans', { token, query: { limit: 100 } })
    expect(page.data).toContainEqual(plan)
    expect(page.data).not.toContainEqual(hidden)
    const refused = await app.fails('listPlans', { token, query: { status: 'draft' } })
    expect(refused.status).toBe(403)
  })

  it('shows the public only active public plans of active products', async () => {
    const key = app.sandbox.keys.publishable
    const hidden = await bench.create({ isPublic: false })
    const draft = await bench.create({ status: 'draft' })
    const { id: productId } = await app.ok<{ id: string }>('createProduct', {
      body: { name: 'Ending' },
    })
    const ended = await bench.create({ productId })
    await app.ok('archiveProduct', { params: { id: productId } })
    for (const query of [{}, { status: 'active' }]) {
      const ids = (await list(query as Record<string, string>, key)).data.map(({ id }) => id)
      expect(ids).toContain(plan.id)
      for (const { id } of [hidden, draft, ended]) expect(ids).not.toContain(id)
    }
    for (const status of ['draft', 'archived', 'migrated']) {
      const refused = await app.fails('listPlans', { key, query: { status } })
      expect([refused.status, refused.code]).toEqual([403, 'forbidden'])
    }
  })

  it('reads all plans of an environment in a fixed number of queries', async () => {
    const queries = async () => {
      let count = 0
      const counting = app.db.withPlugin({
        transformQuery: ({ node }) => {
          count += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const plans = await counting
        .transaction()
        .execute((tx) => listAllPlans(tx, app.sandbox.environmentId))
      return { count, plans: plans.length }
    }
    const before = await queries()
    for (let more = 0; more < 5; more += 1) await bench.create()
    const after = await queries()
    expect(after).toEqual({ count: before.count, plans: before.plans + 5 })
  })
})
