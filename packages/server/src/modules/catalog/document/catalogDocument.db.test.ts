import { type CatalogKind, sectionOf } from '@purser/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { formatCatalogFile, parseCatalogFile } from '../../../bin/commands/catalogFile.ts'
import { type Diff, documentClient, linesOf, type Plan } from '../testing/documentClient.ts'
import { copyFullCatalog, fullCatalog } from '../testing/fullCatalog.ts'

let app: TestApp
let { pull, push, head, subscribe } = {} as ReturnType<typeof documentClient>
beforeEach(async () => {
  app = await startTestApp()
  ;({ pull, push, head, subscribe } = documentClient(app))
})
afterEach(() => app.stop())

describe('the catalog document', () => {
  it('round-trips to an empty environment byte for byte, directly and through a file', async () => {
    const created = await push(fullCatalog)
    expect(created.applied).toBe(true)
    expect(new Set(created.changes.map(({ action }) => action))).toEqual(new Set(['create']))
    const pulled = await pull()
    // The pushed document contained no default values, so it comes back unchanged.
    expect(JSON.parse(pulled)).toEqual(fullCatalog)

    const file = formatCatalogFile(JSON.parse(pulled))
    expect(JSON.stringify(parseCatalogFile(file))).toBe(pulled)
    await push(parseCatalogFile(file), app.live)
    expect(await pull(app.live)).toBe(pulled)
  })

  it('round-trips a coupon that has expired', async () => {
    await push(fullCatalog)
    app.clock.advance({ days: 400 })
    await push(JSON.parse(await pull()), app.live)
    expect(await pull(app.live)).toBe(await pull())
  })

  it('makes no changes and keeps the version when the same document is pushed twice', async () => {
    await push(fullCatalog)
    const before = await head()
    expect(await push(fullCatalog)).toEqual({ applied: false, changes: [] })
    expect(await push(JSON.parse(await pull()))).toEqual({ applied: false, changes: [] })
    expect(await push({})).toEqual({ applied: false, changes: [] })
    expect(await head()).toBe(before)
  })

  it('returns an empty document for an empty catalog', async () => {
    expect(JSON.parse(await pull())).toEqual(
      Object.fromEntries(Object.values(sectionOf).map((section) => [section, {}])),
    )
  })

  it('changes nothing in a dry run and reports the same changes as the real run', async () => {
    const dry = await push(fullCatalog, app.sandbox, true)
    expect(dry.applied).toBe(false)
    expect([await head(), Object.keys(JSON.parse(await pull()).plans)]).toEqual([0, []])
    expect((await push(fullCatalog)).changes).toEqual(dry.changes)
  })

  it('changes nothing when a push fails, and reports every problem with its path', async () => {
    await push(fullCatalog)
    const before = [await pull(), await head()]
    const wanted = copyFullCatalog()
    Object.assign(wanted.products?.acme ?? {}, { name: 'Renamed' })
    Object.assign(wanted.plans?.['pro-monthly'] ?? {}, { currency: 'eur' })
    Object.assign(wanted.plans ?? {}, {
      broken: {
        productId: 'acme',
        name: 'Broken',
        currency: 'usd',
        interval: 'month',
        charges: [
          {
            type: 'usage',
            name: 'X',
            metricId: 'nowhere',
            pricing: { model: 'per_unit', unitAmount: 1 },
          },
        ],
        entitlements: [{ featureSlug: 'sso' }, { featureSlug: 'api-calls' }],
      },
    })
    Object.assign(wanted.creditCurrencies ?? {}, {
      odd: { name: 'Odd', denomination: 'unit', applyToInvoices: true },
    })
    Object.assign(wanted.creditPackages ?? {}, {
      odd: { name: 'Odd', creditCurrencyId: 'odd', credits: 1, price: 1, currency: 'usd' },
    })
    for (const query of [{}, { dryRun: 'true' }]) {
      const error = await app.fails('putCatalog', { body: wanted, query })
      expect(error.status).toBe(400)
      const paths = (error.details as { path: string }[]).map(({ path }) => path)
      expect(paths.sort()).toEqual([
        'creditCurrencies.odd.applyToInvoices',
        'plans.broken.charges.0.metricId',
        'plans.broken.entitlements.1.mode',
        'plans.pro-monthly.currency',
      ])
      expect([await pull(), await head()]).toEqual(before)
    }
  })

  it('archives the objects that a section omits, and restores them', async () => {
    await push(fullCatalog)
    const pulled = await pull()
    const nothing = Object.fromEntries(Object.values(sectionOf).map((section) => [section, {}]))
    const archived = await push(nothing)
    expect(new Set(archived.changes.map(({ action }) => action))).toEqual(new Set(['archive']))
    expect(JSON.parse(await pull())).toEqual(nothing)

    // An archived draft does not become a draft again.
    const again = copyFullCatalog()
    Object.assign(again.plans?.['pro-yearly'] ?? {}, { status: 'active' })
    Object.assign(again.products?.acme ?? {}, { name: 'Acme again' })
    const restored = await push(again)
    expect(linesOf(restored).filter((line) => !line.startsWith('restore'))).toEqual([
      'update product acme',
      'publish plan pro-monthly',
      'publish plan pro-yearly',
      'publish plan second',
    ])
    expect(JSON.parse(await pull())).toEqual(again)
    expect(pulled).not.toBe(await pull())
  })

  it('resets every omitted field to its default', async () => {
    await push(fullCatalog)
    const bare = copyFullCatalog()
    const forget = (kind: CatalogKind, slug: string, fields: string[]) => {
      for (const field of fields) delete bare[sectionOf[kind]]?.[slug]?.[field]
    }
    forget('product', 'acme', ['description', 'imageUrl', 'metadata'])
    forget('creditCurrency', 'wallet', ['applyToInvoices'])
    forget('feature', 'api-calls', ['displayOrder'])
    forget('feature', 'completions', ['creditCost'])
    forget('tier', 'enterprise', [
      'displayOrder',
      'isPopular',
      'isSelfServe',
      'isSalesLed',
      'ctaLabel',
    ])
    forget('plan', 'pro-monthly', ['tierId', 'description', 'isPublic', 'trial', 'metadata'])
    forget('creditPackage', 'big', ['tierId', 'expiresAfterDays', 'priority'])
    forget('coupon', 'Welcome', ['maxRedemptions', 'expiresAt'])
    const { changes } = await push(bare)
    expect(changes.map(({ fields }) => fields.length)).toEqual([5, 1, 1, 2, 5, 6, 3, 2])
    expect(JSON.parse(await pull())).toEqual(bare)
  })

  it('creates a new version of a plan with subscribers, who keep the old version', async () => {
    await push(fullCatalog)
    const before = await subscribe('pro-monthly')
    const wanted = copyFullCatalog()
    Object.assign(wanted.plans?.['pro-monthly'] ?? {}, { charges: [], name: 'Pro 2' })
    Object.assign(wanted.plans?.second ?? {}, { entitlements: [] })
    const dry = await push(wanted, app.sandbox, true)
    expect(linesOf(dry)).toEqual(['new_version plan pro-monthly', 'update plan second'])
    expect((await push(wanted)).changes).toEqual(dry.changes)
    const after = await app.ok<Plan>('getPlan', { params: { id: 'pro-monthly' } })
    expect([after.version, after.name, after.charges]).toEqual([2, 'Pro 2', []])
    const versions = await app.ok<{ data: Plan[] }>('listPlanVersions', {
      params: { id: 'pro-monthly' },
    })
    expect(versions.data.map(({ version, status }) => [version, status])).toEqual([
      [2, 'active'],
      [1, 'migrated'],
    ])
    expect(versions.data[1]?.charges).toEqual(before.charges)
    const second = await app.ok<Plan>('getPlan', { params: { id: 'second' } })
    expect(second.version).toBe(1)
  })

  it('publishes a draft, even if it changes in the same push', async () => {
    await push(fullCatalog)
    const wanted = copyFullCatalog()
    Object.assign(wanted.plans?.['pro-yearly'] ?? {}, { status: 'active', name: 'Yearly' })
    expect(linesOf(await push(wanted))).toEqual([
      'update plan pro-yearly',
      'publish plan pro-yearly',
    ])
    expect(JSON.parse(await pull())).toEqual(wanted)
    const error = await app.fails('putCatalog', { body: fullCatalog })
    expect(error.details).toEqual([
      {
        path: 'plans.pro-yearly.status',
        message: 'an active plan cannot go back to draft; use a new slug',
      },
    ])
  })

  it('serializes concurrent pushes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => app.call('putCatalog', { body: fullCatalog })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(({ body }) => (body as Diff).applied)).toHaveLength(1)
    expect(JSON.parse(await pull())).toEqual(fullCatalog)
  })

  it('does not affect another environment', async () => {
    await push(fullCatalog)
    expect(Object.keys(JSON.parse(await pull(app.live)).plans)).toEqual([])
    expect(Object.keys(JSON.parse(await pull(app.other.sandbox)).plans)).toEqual([])
  })
})
