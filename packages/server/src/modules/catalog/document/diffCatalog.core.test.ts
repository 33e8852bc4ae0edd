import { catalogDocument, catalogKind, sectionOf } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryCatalog } from '../testing/arbitraryCatalog.ts'
import { emptyCatalog, plan, reverseKeys, storedCatalog } from '../testing/storedCatalog.ts'
import { toDocument } from './catalogDocument.core.ts'
import { kindsInOrder, type StoredCatalog } from './catalogEntry.core.ts'
import { diffCatalog } from './diffCatalog.core.ts'

const document = toDocument(storedCatalog)

type Options = Parameters<typeof diffCatalog>[2]

const diff = (from: StoredCatalog, wanted: unknown, options: Partial<Options> = {}) =>
  diffCatalog(from, catalogDocument.parse(wanted), {
    absent: 'archive',
    present: 'update',
    plansWithSubscribers: new Set(),
    ...options,
  })

const changesOf = (...args: Parameters<typeof diff>) => {
  const { steps, problems } = diff(...args)
  expect(problems).toEqual([])
  return steps.map(({ change }) => change)
}
const linesOf = (...args: Parameters<typeof diff>) =>
  changesOf(...args).map(({ action, kind, slug }) => `${action} ${kind} ${slug}`)

const all = (status: 'active' | 'archived'): StoredCatalog => {
  const marked = (items: readonly object[]) => items.map((item) => ({ ...item, status }))
  return Object.fromEntries(
    Object.entries(storedCatalog).map(([section, items]) => [section, marked(items)]),
  ) as unknown as StoredCatalog
}

describe('diffCatalog', () => {
  it('lists every kind after the kinds it refers to', () => {
    expect(kindsInOrder).toEqual(catalogKind.options)
  })

  it('finds no difference between a catalog and its own document', () => {
    fc.assert(
      fc.property(arbitraryCatalog, (catalog) => {
        expect(diff(catalog, reverseKeys(toDocument(catalog)))).toEqual({ steps: [], problems: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('keeps existing objects, or archives only selected ones, when requested', () => {
    const renamed = {
      tiers: { pro: { productId: 'acme', name: 'Max' }, new: { productId: 'acme', name: 'New' } },
    }
    expect(linesOf(storedCatalog, renamed, { absent: 'keep', present: 'keep' })).toEqual([
      'create tier new',
    ])
    const archivesPro = { absent: (kind: string, slug: string) => `${kind} ${slug}` === 'tier pro' }
    expect(linesOf(storedCatalog, { tiers: {}, plans: {} }, archivesPro)).toEqual([
      'archive tier pro',
    ])
  })

  it('finds no difference when a document spells out defaults or refers by id', () => {
    const wanted = structuredClone(document) as Record<string, Record<string, object>>
    Object.assign(wanted.products?.acme ?? {}, { description: null, metadata: {} })
    Object.assign(wanted.creditCurrencies?.credits ?? {}, { minorUnitScale: 0 })
    Object.assign(wanted.tiers?.pro ?? {}, { productId: 'prod_1', isSelfServe: true })
    Object.assign(wanted.plans?.['pro-monthly'] ?? {}, { tierId: 'tier_1', trial: null })
    Object.assign(wanted.coupons?.WELCOME ?? {}, { expiresAt: null })
    expect(diff(storedCatalog, wanted)).toEqual({ steps: [], problems: [] })
  })

  it('creates in the order of references and archives in reverse order', () => {
    const created = kindsInOrder.map((kind) => {
      const [slug] = Object.keys(document[sectionOf[kind]] ?? {})
      return `${kind} ${slug}`
    })
    expect(linesOf(emptyCatalog, document)).toEqual(created.map((line) => `create ${line}`))
    const nothing = Object.fromEntries(kindsInOrder.map((kind) => [sectionOf[kind], {}]))
    expect(linesOf(storedCatalog, nothing)).toEqual(
      created.toReversed().map((line) => `archive ${line}`),
    )
    expect(linesOf(storedCatalog, nothing, { absent: 'keep' })).toEqual([])
  })

  it('ignores an omitted section', () => {
    expect(linesOf(storedCatalog, {})).toEqual([])
    expect(linesOf(storedCatalog, { coupons: {} })).toEqual(['archive coupon WELCOME'])
  })

  it('restores archived objects and updates the fields that differ', () => {
    const wanted = structuredClone(document)
    Object.assign(wanted.metrics?.calls ?? {}, { name: 'API calls' })
    expect(linesOf(all('archived'), wanted)).toEqual([
      'restore product acme',
      'restore creditCurrency credits',
      'update metric calls',
      'restore metric calls',
      'restore feature api-calls',
      'restore tier pro',
      'publish plan pro-monthly',
      'restore creditPackage credits-1000',
      'restore coupon WELCOME',
    ])
  })

  it('lists each field that differs and uses defaults for omitted fields', () => {
    const wanted = structuredClone(document)
    Object.assign(wanted.features?.['api-calls'] ?? {}, { displayOrder: undefined })
    Object.assign(wanted.plans?.['pro-monthly'] ?? {}, {
      description: 'For teams',
      metadata: { a: { b: 1 } },
      charges: [{ ...document.plans?.['pro-monthly']?.charges[0], minimum: 5 }],
    })
    const { steps } = diff(storedCatalog, wanted)
    expect(steps.map(({ change }) => change)).toEqual([
      {
        action: 'update',
        kind: 'feature',
        slug: 'api-calls',
        fields: [{ path: 'displayOrder', before: 1, after: 0 }],
      },
      {
        action: 'update',
        kind: 'plan',
        slug: 'pro-monthly',
        fields: [
          { path: 'description', before: null, after: 'For teams' },
          { path: 'charges.0.minimum', before: null, after: 5 },
          {
            path: 'charges.1',
            before: document.plans?.['pro-monthly']?.charges[1],
            after: null,
          },
          { path: 'metadata.a', before: null, after: { b: 1 } },
        ],
      },
    ])
    expect(steps[0]).toMatchObject({ id: 'feat_1', body: { displayOrder: 0 } })
    expect(Object.keys(steps[1]?.body ?? {})).toEqual(['description', 'charges', 'metadata'])
  })

  it('creates a new version of a plan with subscribers only when its terms change', () => {
    const plansWithSubscribers = new Set(['pro-monthly'])
    const terms = structuredClone(document)
    Object.assign(terms.plans?.['pro-monthly'] ?? {}, { grantRules: [] })
    expect(linesOf(storedCatalog, terms)).toEqual(['update plan pro-monthly'])
    expect(linesOf(storedCatalog, terms, { plansWithSubscribers })).toEqual([
      'new_version plan pro-monthly',
    ])
    const renamed = structuredClone(document)
    Object.assign(renamed.plans?.['pro-monthly'] ?? {}, { name: 'Professional' })
    expect(linesOf(storedCatalog, renamed, { plansWithSubscribers })).toEqual([
      'update plan pro-monthly',
    ])
  })

  it('publishes a draft, and rejects turning a published plan into a draft', () => {
    const draft = structuredClone(document)
    Object.assign(draft.plans?.['pro-monthly'] ?? {}, { status: 'draft' })
    const drafted: StoredCatalog = { ...storedCatalog, plans: [{ ...plan, status: 'draft' }] }
    expect(linesOf(drafted, document)).toEqual(['publish plan pro-monthly'])
    expect(linesOf(drafted, draft)).toEqual([])
    for (const from of [storedCatalog, all('archived')]) {
      expect(diff(from, draft).problems).toEqual([
        {
          path: 'plans.pro-monthly.status',
          message: expect.stringMatching(/^an (active|archived) plan cannot go back to draft/),
        },
      ])
    }
  })

  it('rejects changes to fixed fields and reports all of them at once', () => {
    const changes: Record<string, [string, object]> = {
      creditCurrencies: ['credits', { denomination: 'usd' }],
      metrics: [
        'calls',
        { eventName: 'x', aggregation: 'sum', property: 'n', filter: [{ property: 'a', in: [1] }] },
      ],
      features: ['api-calls', { type: 'boolean', metricId: undefined }],
      tiers: ['pro', { productId: 'other' }],
      plans: [
        'pro-monthly',
        { productId: 'other', kind: 'addon', currency: 'eur', interval: 'year', intervalCount: 2 },
      ],
      creditPackages: ['credits-1000', { creditCurrencyId: 'other' }],
      coupons: ['WELCOME', { percentOff: 20, duration: 'repeating', durationInPeriods: 3 }],
    }
    const wanted = structuredClone(document) as Record<string, Record<string, object>>
    for (const [section, [slug, fields]] of Object.entries(changes)) {
      Object.assign(wanted[section]?.[slug] ?? {}, fields)
    }
    const { problems } = diff(storedCatalog, wanted)
    const paths = problems.map(({ path }) => path)
    expect(paths.sort()).toEqual(
      [
        'creditCurrencies.credits.denomination',
        'creditCurrencies.credits.minorUnitScale',
        'metrics.calls.eventName',
        'metrics.calls.aggregation',
        'metrics.calls.property',
        'metrics.calls.filter',
        'features.api-calls.type',
        'features.api-calls.metricId',
        'tiers.pro.productId',
        'plans.pro-monthly.productId',
        'plans.pro-monthly.kind',
        'plans.pro-monthly.currency',
        'plans.pro-monthly.interval',
        'plans.pro-monthly.intervalCount',
        'creditPackages.credits-1000.creditCurrencyId',
        'coupons.WELCOME.percentOff',
        'coupons.WELCOME.duration',
        'coupons.WELCOME.durationInPeriods',
      ].sort(),
    )
    expect(problems).toContainEqual({
      path: 'plans.pro-monthly.currency',
      message: 'cannot change from "usd" to "eur"; use a new slug',
    })
  })

  it('rejects archiving an object that the document still refers to', () => {
    expect(diff(storedCatalog, { ...document, metrics: {} }).problems).toEqual([
      {
        path: 'features.api-calls.metricId',
        message: 'refers to "calls", which is archived because the section metrics omits it',
      },
      {
        path: 'plans.pro-monthly.charges.1.metricId',
        message: 'refers to "calls", which is archived because the section metrics omits it',
      },
    ])
  })

  it('treats coupon codes as case-insensitive', () => {
    expect(
      linesOf(storedCatalog, { coupons: { welcome: { percentOff: 10, duration: 'once' } } }),
    ).toEqual([])
    const once = { percentOff: 10, duration: 'once' }
    expect(diff(emptyCatalog, { coupons: { A: once, a: once } }).problems).toEqual([
      { path: 'coupons.a', message: 'is a duplicate: codes are case-insensitive' },
    ])
  })
})
