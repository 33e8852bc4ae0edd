import type { OnboardingRun } from '@purser/contract'
import type { ModelReading } from '@purser/pricing-reader'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { createDatabase } from '../../../platform/db/database.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../../platform/db/pool.ts'
import { createGuardedFetch } from '../../../platform/net/guardedFetch.ts'
import { sketchly } from '../testing/sketchly.ts'
import { type Site, startSite } from '../testing/startSite.ts'
import { createOnboardingRunner } from './onboardingRunner.ts'

let app: TestApp
let site: Site
beforeAll(async () => {
  app = await startTestApp()
  site = await startSite({ '/pricing': sketchly() })
})
afterAll(async () => {
  site.stop()
  const breaches = await checkInvariants(app.pool, app.app.invariants)
  await app.stop()
  expect(breaches).toEqual([])
})

const settle = async () => {
  for (const loop of app.app.jobs.loops ?? []) await loop.settle()
}

const start = (url: string) =>
  app.ok<{ id: string; status: string }>('startOnboarding', { body: { url } })
const get = (id: string) => app.ok<OnboardingRun>('getOnboardingRun', { params: { id } })

async function read(url: string): Promise<OnboardingRun> {
  const { id } = await start(url)
  await settle()
  return get(id)
}

const line = ({ kind, slug }: { kind: string; slug: string | null }) => `${kind} ${slug}`
const catalog = () => app.ok<Record<string, Record<string, object>>>('getCatalog')

describe('a run', () => {
  it('is queued, and then drafts a catalog in order, with evidence from the page', async () => {
    const started = await start(`${site.origin}/pricing`)
    expect(started).toEqual({ id: expect.stringMatching(/^run_/), status: 'queued' })
    expect(await get(started.id)).toMatchObject({
      status: 'queued',
      created: [],
      completedAt: null,
    })
    await settle()
    const run = await get(started.id)
    expect(run).toMatchObject({ status: 'completed', error: null, failed: [], changes: [] })
    const kinds = run.created.map(({ kind }) => kind)
    const order = ['product', 'creditCurrency', 'metric', 'feature', 'tier', 'plan']
    expect(kinds).toEqual([...kinds].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
    expect(run.created.map(line)).toEqual(
      expect.arrayContaining([
        'product sketchly',
        'tier sketchly-enterprise',
        'plan sketchly-pro-monthly',
        'plan sketchly-pro-yearly',
      ]),
    )
    expect(run.created.find(({ slug }) => slug === 'sketchly-pro-yearly')).toMatchObject({
      evidence: expect.stringContaining('$290 per year'),
      confidence: expect.closeTo(0.9, 0),
    })
    const { plans, tiers } = await catalog()
    expect(plans?.['sketchly-pro-monthly']).toMatchObject({
      status: 'draft',
      interval: 'month',
      charges: [{ pricing: { model: 'flat', amount: 2900 } }],
      grantRules: [{ amount: 1000, cadence: 'billing_period' }],
    })
    expect(tiers?.['sketchly-pro']).toMatchObject({ isPopular: true })
    expect(run.productId).toBe(run.created[0]?.id)
    expect(run.snippet).toContain("from '@purser/node'")
  })

  it('of an unchanged page changes nothing, even after manual fixes', async () => {
    await app.ok('updateTier', { params: { id: 'sketchly-pro' }, body: { name: 'Professional' } })
    const before = await catalog()
    const again = await read(`${site.origin}/pricing`)
    expect(again).toMatchObject({ status: 'completed', created: [], failed: [], changes: [] })
    const left = again.skipped.filter(({ reason }) => reason !== 'already_exists')
    expect(left).toMatchObject([{ kind: 'plan', name: 'Enterprise', id: null }])
    expect(again.skipped.map(line)).toContain('plan sketchly-pro-yearly')
    expect(again.productId).toMatch(/^prod_/)
    expect(await catalog()).toEqual(before)
  })

  it('of a changed page lists the changes and applies them on request', async () => {
    const team = `<div class="plan"><h3>Team</h3><p class="price">$99 <span>/ month</span></p>
      <ul><li>Everything in Pro</li><li>20 team members</li></ul><a href="/t">Choose Team</a></div>`
    site.answers['/pricing'] = sketchly({ pro: 39, extra: team }).replace(/<li>Single.*?<\/li>/, '')
    const { productId, ...run } = await read(`${site.origin}/pricing`)
    expect(run.status).toBe('completed')
    expect(run.created.map(line)).toEqual(['tier sketchly-team', 'plan sketchly-team-monthly'])
    expect(run.changes).toContainEqual({
      action: 'update',
      kind: 'plan',
      slug: 'sketchly-pro-monthly',
      fields: [{ path: 'charges.0.pricing.amount', before: 2900, after: 3900 }],
    })
    expect(run.changes.map(({ action, kind, slug }) => `${action} ${kind} ${slug}`)).toEqual([
      'update plan sketchly-pro-monthly',
      'update plan sketchly-pro-yearly',
      'archive feature single-sign-on',
    ])
    const unapplied = await catalog()
    expect(unapplied.plans?.['sketchly-pro-monthly']).toMatchObject({
      charges: [{ pricing: { amount: 2900 } }],
    })
    // Changes that were not applied are listed again.
    const again = await read(`${site.origin}/pricing`)
    expect([again.created, again.changes]).toEqual([[], run.changes])
    expect(await app.fails('applyOnboarding', { params: { id: run.id } })).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining(again.id),
    })
    await app.ok('publishPlan', { params: { id: 'sketchly-pro-monthly' } })
    const applied = await app.ok<{ applied: boolean; changes: unknown[] }>('applyOnboarding', {
      params: { id: again.id },
    })
    expect(applied).toEqual({ applied: true, changes: run.changes })
    const after = await catalog()
    expect(after.plans?.['sketchly-pro-monthly']).toMatchObject({
      status: 'active',
      charges: [{ pricing: { amount: 3900 } }],
    })
    expect(after.features).not.toHaveProperty('single-sign-on')
    expect((await get(again.id)).changes).toEqual([])
    expect(await app.ok('applyOnboarding', { params: { id: again.id } })).toEqual({
      applied: false,
      changes: [],
    })
    expect(await read(`${site.origin}/pricing`)).toMatchObject({ created: [], changes: [] })
  })
})

describe('an interrupted run', () => {
  it('continues where it stopped, without duplicates', async () => {
    site.answers['/resumed'] = sketchly().replaceAll('Sketchly', 'Resumed')
    const { id } = await start(`${site.origin}/resumed`)
    const pool = createPool({ connectionString: app.databaseUrl, max: 2, as: 'app' })
    const complaints: unknown[] = []
    const runner = createOnboardingRunner({
      db: createDatabase(pool),
      clock: app.clock,
      fetch: createGuardedFetch({ allowPrivate: true }),
      ask: null,
      logger: { error: (complaint: unknown) => complaints.push(complaint) },
    })
    const working = runner.settle().catch((error: unknown) => complaints.push(error))
    // The database connection breaks in the middle of the run.
    while ((await get(id)).created.length < 5) await new Promise(setImmediate)
    await pool.end()
    await working
    expect(complaints).not.toEqual([])
    const half = await get(id)
    expect(half).toMatchObject({ status: 'creating', completedAt: null })
    await settle()
    expect((await get(id)).created).toEqual(half.created)
    const asked = site.asked.length
    app.clock.advance({ minutes: 5 })
    await settle()
    const run = await get(id)
    expect(run).toMatchObject({ status: 'completed', failed: [] })
    expect(run.created.slice(0, half.created.length)).toEqual(half.created)
    expect(run.created.map(line)).toContain('plan resumed-pro-yearly')
    const reported = [...run.created, ...run.skipped].map(line)
    expect(new Set(reported).size).toBe(reported.length)
    // The page is not fetched again, because its draft is stored.
    expect(site.asked.length).toBe(asked)
  })

  /** Works on the open runs like another server. */
  const workOn = (options: Partial<Parameters<typeof createOnboardingRunner>[0]>) =>
    createOnboardingRunner({
      db: app.db,
      clock: app.clock,
      fetch: createGuardedFetch({ allowPrivate: true }),
      ask: null,
      logger: { error: () => undefined },
      ...options,
    }).settle()

  it('is tried again soon after an internal error', async () => {
    const { id } = await start(`${site.origin}/pricing`)
    await workOn({ ask: () => Promise.reject(new Error('a defect of the server')) })
    await settle()
    expect(await get(id)).toMatchObject({ status: 'extracting', completedAt: null })
    app.clock.advance({ seconds: 9 })
    await settle()
    expect(await get(id)).toMatchObject({ status: 'extracting', completedAt: null })
    app.clock.advance({ seconds: 2 })
    await settle()
    expect(await get(id)).toMatchObject({ status: 'completed' })
  })

  const attemptsOf = async (id: string): Promise<number> => {
    const { rows } = await app.pool.query(
      'SELECT attempt_count FROM onboarding_runs WHERE id = $1',
      [id],
    )
    return rows[0].attempt_count
  }

  it('stays with the server that took it over when the earlier one fails', async () => {
    const { id } = await start(`${site.origin}/pricing`)
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<ModelReading>()
    let second: Promise<void> | undefined
    await workOn({
      ask: async () => {
        app.clock.advance({ minutes: 5 })
        second = workOn({
          ask: () => {
            asked.resolve()
            return answer.promise
          },
        })
        await asked.promise
        throw new Error('a defect of the server')
      },
    })
    app.clock.advance({ seconds: 60 })
    await settle()
    expect(await attemptsOf(id)).toBe(2)
    answer.resolve({ tiers: [] })
    await second
    expect(await get(id)).toMatchObject({ status: 'completed' })
    expect(await attemptsOf(id)).toBe(2)
  })

  it('is not taken over while its server makes progress', async () => {
    const { id } = await start(`${site.origin}/pricing`)
    const fetch = createGuardedFetch({ allowPrivate: true })
    await workOn({
      fetch: (...request) => {
        app.clock.advance({ seconds: 90 })
        return fetch(...request)
      },
      ask: async () => {
        app.clock.advance({ seconds: 180 })
        // Another server looks for work.
        await settle()
        return { tiers: [] }
      },
    })
    expect(await get(id)).toMatchObject({ status: 'completed' })
    expect(await attemptsOf(id)).toBe(1)
  })

  it('fails after three attempts, and waits longer before the third', async () => {
    const { id } = await start(`${site.origin}/pricing`)
    let attempts = 0
    const fails = () =>
      workOn({
        ask: () => {
          attempts += 1
          return Promise.reject(new Error('a defect of the server'))
        },
      })
    await fails()
    app.clock.advance({ seconds: 11 })
    await fails()
    app.clock.advance({ minutes: 3 })
    await settle()
    expect(await get(id)).toMatchObject({ status: 'extracting', completedAt: null })
    app.clock.advance({ minutes: 2 })
    await fails()
    expect(attempts).toBe(3)
    expect(await get(id)).toMatchObject({ status: 'extracting', completedAt: null })
    app.clock.advance({ seconds: 1 })
    await settle()
    expect(await get(id)).toMatchObject({
      status: 'failed',
      error: 'Reading this page was interrupted several times. Try again.',
    })
  })
})

describe('an existing catalog', () => {
  it('is not changed: a drafted object with a conflicting slug gets another slug', async () => {
    const uploads = { name: 'Uploads', slug: 'uploads', type: 'boolean' }
    await app.ok('createFeature', { body: uploads })
    site.answers['/other'] = sketchly({ seats: '500 uploads per month' }).replaceAll(
      'Sketchly',
      'Other',
    )
    const before = await catalog()
    const run = await read(`${site.origin}/other`)
    expect(run).toMatchObject({ status: 'completed', failed: [] })
    const after = await catalog()
    for (const [section, objects] of Object.entries(before)) {
      expect(after[section]).toMatchObject(objects)
    }
    expect(after.features?.['other-uploads']).toMatchObject({ type: 'metered' })
    expect(after.plans?.['other-pro-monthly']).toMatchObject({
      entitlements: expect.arrayContaining([
        expect.objectContaining({ featureSlug: 'other-uploads', mode: 'quota', value: 500 }),
      ]),
    })
    expect(run.trackingContract).toContainEqual(
      expect.objectContaining({ featureSlugs: ['other-uploads'] }),
    )
    // An object that means the same is reused.
    expect(run.skipped.map(line)).toContain('feature priority-support')
  })
})
