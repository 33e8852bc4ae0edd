import type { catalogEndpoints, ResponseOf } from '@purser/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { documentClient, linesOf } from '../testing/documentClient.ts'
import { copyFullCatalog, fullCatalog } from '../testing/fullCatalog.ts'

let app: TestApp
let { pull, push, head, subscribe } = {} as ReturnType<typeof documentClient>
beforeEach(async () => {
  app = await startTestApp()
  ;({ pull, push, head, subscribe } = documentClient(app))
})
afterEach(() => app.stop())

describe('promoteCatalog', () => {
  type Promotion = ResponseOf<typeof catalogEndpoints.promoteCatalog>
  const promote = (body: object = {}) => app.ok<Promotion>('promoteCatalog', { body })
  const published = () => {
    const wanted = copyFullCatalog()
    Object.assign(wanted.plans?.['pro-yearly'] ?? {}, { status: 'active' })
    return wanted
  }

  it('copies the sandbox to live and activates drafts, once', async () => {
    await push(fullCatalog)
    const [pulled, before] = [await pull(), await head()]
    const dry = await promote({ dryRun: true })
    expect([dry.applied, await head(app.live)]).toEqual([false, 0])
    const promotion = await promote()
    expect(promotion).toEqual({
      applied: true,
      changes: dry.changes,
      fromEnvironmentId: app.sandbox.environmentId,
      toEnvironmentId: app.live.environmentId,
    })
    expect(JSON.parse(await pull(app.live))).toEqual(published())
    expect([await pull(), await head()]).toEqual([pulled, before])

    const version = await head(app.live)
    expect(await promote()).toMatchObject({ applied: false, changes: [] })
    expect(await head(app.live)).toBe(version)
    expect(await head(app.other.live)).toBe(0)
  })

  it('keeps objects that exist only in live, and creates a new version of a plan with live subscribers', async () => {
    await push(fullCatalog)
    await promote()
    await app.ok('createProduct', { key: app.live.keys.full, body: { name: 'Only here' } })
    await subscribe('pro-monthly', app.live)
    const wanted = copyFullCatalog()
    delete wanted.coupons?.Welcome
    Object.assign(wanted.plans?.['pro-monthly'] ?? {}, { charges: [] })
    await push(wanted)
    expect(linesOf(await promote())).toEqual(['new_version plan pro-monthly'])
    const live = JSON.parse(await pull(app.live))
    expect(Object.keys(live.products)).toContain('only-here')
    expect(Object.keys(live.coupons)).toContain('Welcome')
  })

  it('copies one product with everything it refers to', async () => {
    await push(fullCatalog)
    await promote({ productId: 'acme' })
    const live = JSON.parse(await pull(app.live))
    expect(
      Object.fromEntries(
        Object.entries(live).map(([section, entries]) => [section, Object.keys(entries ?? {})]),
      ),
    ).toEqual({
      products: ['acme'],
      creditCurrencies: ['credits', 'wallet'],
      metrics: ['calls', 'tokens'],
      features: ['api-calls', 'completions', 'regions', 'search', 'seats', 'sso'],
      tiers: ['enterprise', 'pro'],
      plans: ['pro-monthly', 'pro-yearly'],
      creditPackages: ['big', 'small'],
      coupons: [],
    })
    const { id } = await app.ok<{ id: string }>('getProduct', { params: { id: 'constructor' } })
    await promote({ productId: id })
    const after = JSON.parse(await pull(app.live))
    expect(Object.keys(after.products)).toEqual(['acme', 'constructor'])
  })

  it('rejects a live key, an unknown product and an archived product', async () => {
    await push(fullCatalog)
    const live = await app.fails('promoteCatalog', { key: app.live.keys.full, body: {} })
    expect([live.status, live.code]).toEqual([409, 'invalid_state'])
    expect(live.message).toMatch(/sandbox/)
    const unknown = await app.fails('promoteCatalog', { body: { productId: 'nope' } })
    expect([unknown.status, unknown.code]).toEqual([404, 'not_found'])
    await app.ok('archivePlan', { params: { id: 'second' } })
    await app.ok('archiveProduct', { params: { id: 'constructor' } })
    const archived = await app.fails('promoteCatalog', { body: { productId: 'constructor' } })
    expect([archived.status, archived.code]).toEqual([409, 'invalid_state'])
    expect(await head(app.live)).toBe(0)
  })

  it('reports the path of each problem in live, and changes nothing there', async () => {
    await push(fullCatalog)
    await promote()
    const other = { ...fullCatalog.plans['pro-monthly'], currency: 'eur' }
    await push({ plans: { ...fullCatalog.plans, 'pro-eur': other } })
    await push({ plans: { 'pro-eur': { ...other, currency: 'usd' } } }, app.live)
    const before = [await pull(app.live), await head(app.live)]
    const error = await app.fails('promoteCatalog', { body: {} })
    expect([error.status, error.details]).toEqual([
      400,
      [
        {
          path: 'plans.pro-eur.currency',
          message: 'cannot change from "usd" to "eur"; use a new slug',
        },
      ],
    ])
    expect([await pull(app.live), await head(app.live)]).toEqual(before)
  })
})
