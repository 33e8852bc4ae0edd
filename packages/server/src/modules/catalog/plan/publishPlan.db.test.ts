import type { Plan } from '@purser/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/harness/testApp.ts'
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

describe('the states of a plan', () => {
  it('go from draft to active to archived and back', async () => {
    const draft = await bench.create({ status: 'draft' })
    expect(draft.status).toBe('draft')
    expect(await bench.act('publish', draft.slug)).toMatchObject({ status: 'active', version: 1 })
    expect(await bench.act('archive', draft.id)).toMatchObject({ status: 'archived' })
    expect(await bench.act('publish', draft.id)).toMatchObject({ status: 'active' })
  })

  it('stay as they are when nothing is to be done', async () => {
    const active = await bench.act('publish', plan.id)
    expect(active).toEqual(plan)
    const archived = await bench.act('archive', plan.id)
    app.clock.advance({ minutes: 1 })
    expect(await bench.act('archive', plan.id)).toEqual(archived)
  })

  it('are not found for a plan that is not there', async () => {
    for (const operation of ['publishPlan', 'archivePlan', 'getPlan', 'listPlanVersions']) {
      expect((await app.fails(operation, { params: { id: 'nope' } })).status).toBe(404)
      const call = { params: { id: plan.id }, key: app.other.sandbox.keys.full }
      expect((await app.fails(operation, call)).status).toBe(404)
    }
  })

  it('do not lead to sale while something the plan rests on is archived', async () => {
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
    // The plan itself may still be edited, and may still name the feature.
    expect(await bench.patch(draft, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
    const kept = { entitlements: [{ featureSlug: 'sso' }, { featureSlug: feature.slug }] }
    expect((await bench.patch(draft, kept)).entitlements).toHaveLength(2)
  })
})
