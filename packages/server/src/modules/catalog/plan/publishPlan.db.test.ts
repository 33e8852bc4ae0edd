import type { Plan } from '@purser/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
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

describe('the status of a plan', () => {
  it('changes from draft to active to archived and back', async () => {
    const draft = await bench.create({ status: 'draft' })
    expect(draft.status).toBe('draft')
    expect(await bench.act('publish', draft.slug)).toMatchObject({ status: 'active', version: 1 })
    expect(await bench.act('archive', draft.id)).toMatchObject({ status: 'archived' })
    expect(await bench.act('publish', draft.id)).toMatchObject({ status: 'active' })
  })

  it('stays the same if the plan already has the status', async () => {
    const active = await bench.act('publish', plan.id)
    expect(active).toEqual(plan)
    const archived = await bench.act('archive', plan.id)
    app.clock.advance({ minutes: 1 })
    expect(await bench.act('archive', plan.id)).toEqual(archived)
  })

  it('cannot be read or changed if the plan is unknown in the environment', async () => {
    for (const operation of ['publishPlan', 'archivePlan', 'getPlan', 'listPlanVersions']) {
      expect((await app.fails(operation, { params: { id: 'nope' } })).status).toBe(404)
      const call = { params: { id: plan.id }, key: app.other.sandbox.keys.full }
      expect((await app.fails(operation, call)).status).toBe(404)
    }
  })

  it('cannot become active while the plan refers to an archived object', async () => {
    const feature = await app.ok<{ id: string; slug: string }>('createFeature', {
      body: { name: 'Passing', type: 'boolean' },
    })
    const draft = await bench.create({
      status: 'draft',
      entitlements: [{ featureSlug: feature.slug }],
    })
    await app.ok('archiveFeature', { params: { id: feature.id } })
    const refused = await app.fails('publishPlan', { params: { id: draft.id } })
    expect([refused.status, refused.code]).toEqual([409, 'invalid_state'])
    expect(refused.message).toContain(`feature "${feature.slug}"`)
    const again = { ...bench.body(), entitlements: [{ featureSlug: feature.slug }] }
    expect(await problemsOf(app, 'createPlan', { body: again })).toEqual({
      'entitlements.0.featureSlug': `feature "${feature.slug}" is archived`,
    })
    // The plan can still be edited and may keep its reference to the feature.
    expect(await bench.patch(draft, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
    const kept = { entitlements: [{ featureSlug: 'sso' }, { featureSlug: feature.slug }] }
    expect((await bench.patch(draft, kept)).entitlements).toHaveLength(2)
  })
})
