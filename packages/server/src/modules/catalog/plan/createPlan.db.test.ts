import type { Plan } from '@purser/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { listAllPlans } from '../read.ts'
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

describe('createPlan', () => {
  it('returns the stored plan with defaults filled in', async () => {
    const made = await bench.create({
      tierId: 'pro',
      description: 'All of it',
      trial: { days: 14 },
      metadata: { order: [1, { deep: true }] },
      charges: [
        {
          type: 'recurring',
          name: 'Seats',
          featureSlug: 'seats',
          quantity: 5,
          pricing: { model: 'per_unit', unitAmount: 12.5 },
          minimum: 1000,
        },
        {
          type: 'usage',
          name: 'Tokens',
          metricId: 'tokens',
          pricing: {
            model: 'graduated',
            tiers: [
              { upTo: 1000.5, unitAmount: '0.10' },
              { upTo: null, unitAmount: '0.000000001', flatAmount: 3 },
            ],
          },
          filters: [{ property: 'model', in: ['large', 7, false] }],
        },
        {
          type: 'one_off',
          name: 'Setup',
          pricing: { model: 'package', packageSize: 10, amount: '1.50' },
        },
      ],
      entitlements: [
        { featureSlug: 'sso' },
        { featureSlug: 'seats', value: 5 },
        { featureSlug: 'api', mode: 'quota', value: 0.5 },
        { featureSlug: 'regions', values: ['eu', 'us'] },
        { featureSlug: 'ai', onExhausted: 'invoice', creditCost: { perUnit: '2.50' } },
      ],
      grantRules: [
        {
          creditCurrencyId: 'credits',
          amount: 100.000000001,
          cadence: 'day',
          rollover: { max: 5 },
        },
        {
          creditCurrencyId: 'credits',
          amount: 5,
          cadence: 'once',
          expires: { days: 3 },
          priority: 1,
        },
      ],
    })
    expect(await bench.get(made.id)).toEqual(made)
    expect(await bench.get(made.slug)).toEqual(made)
    expect(made).toMatchObject({
      status: 'active',
      version: 1,
      isPublic: true,
      kind: 'base',
      intervalCount: 1,
      trial: { days: 14, requiresPaymentMethod: false },
      charges: [
        { quantity: 5, timing: 'in_advance', minimum: 1000, pricing: { unitAmount: '12.5' } },
        {
          timing: 'in_arrears',
          pricing: {
            tiers: [
              { upTo: 1000.5, unitAmount: '0.1', flatAmount: 0 },
              { upTo: null, unitAmount: '0.000000001', flatAmount: 3 },
            ],
          },
        },
        { pricing: { packageSize: 10, amount: '1.5' } },
      ],
      entitlements: [
        { featureSlug: 'sso', type: 'boolean' },
        { type: 'config', value: 5 },
        { type: 'metered', value: 0.5, period: 'billing_period', limit: 'hard' },
        { type: 'enum', values: ['eu', 'us'] },
        { type: 'credit', onExhausted: 'invoice', creditCost: { perUnit: '2.5', rules: [] } },
      ],
      grantRules: [
        { amount: 100.000000001, expires: 'period_end', rollover: { max: 5 }, priority: 100 },
        { expires: { days: 3 }, rollover: 'none', priority: 1 },
      ],
    })
  })

  it('reports all problems at once, including those that need a lookup', async () => {
    const body = {
      ...bench.body(),
      name: '日本',
      productId: 'nope',
      tierId: 'other',
      charges: [
        { type: 'usage', name: 'X', pricing: { model: 'flat', amount: 1 }, metricId: 'nope' },
      ],
      entitlements: [{ featureSlug: 'sso' }, { featureSlug: 'sso' }, { featureSlug: 'api' }],
      grantRules: [{ creditCurrencyId: 'nope', amount: 1, cadence: 'once' }],
    }
    expect(Object.keys(await problemsOf(app, 'createPlan', { body })).sort()).toEqual([
      'charges.0.metricId',
      'charges.0.pricing.model',
      'entitlements.1.featureSlug',
      'entitlements.2.mode',
      'grantRules.0.creditCurrencyId',
      'productId',
      'slug',
    ])
  })

  it('rejects a tier of another product', async () => {
    const body = { ...bench.body(), tierId: 'other' }
    expect(await problemsOf(app, 'createPlan', { body })).toEqual({
      tierId: 'tier "other" belongs to another product',
    })
  })

  it('rejects negative and inexact prices', async () => {
    const charge = (amount: unknown) => ({
      body: {
        ...bench.body(),
        charges: [{ type: 'recurring', name: 'X', pricing: { model: 'flat', amount } }],
      },
    })
    expect(await problemsOf(app, 'createPlan', charge(-1))).toHaveProperty([
      'charges.0.pricing.amount',
    ])
    expect(await problemsOf(app, 'createPlan', charge(0.5))).toHaveProperty([
      'charges.0.pricing.amount',
    ])
  })

  it('rejects a slug that an active or archived plan uses', async () => {
    const body = { ...bench.body(), slug: plan.slug }
    const first = await app.fails('createPlan', { body })
    expect([first.status, first.code]).toEqual([409, 'already_exists'])
    await app.ok('archivePlan', { params: { id: plan.id } })
    expect((await app.fails('createPlan', { body })).message).toContain('archived')
  })

  it('gives a slug to only one of several concurrent requests', async () => {
    const body = { ...bench.body(), slug: 'race' }
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => app.call('createPlan', { body })),
    )
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('stores nothing when the request is rejected', async () => {
    const count = async () =>
      (await withTransaction(app.db, (tx) => listAllPlans(tx, app.sandbox.environmentId))).length
    const before = await count()
    await app.fails('createPlan', { body: { ...bench.body(), slug: plan.slug } })
    expect(await count()).toBe(before)
  })
})
