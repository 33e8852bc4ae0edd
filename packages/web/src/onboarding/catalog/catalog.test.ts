import { expect, test } from 'vitest'
import type { Finding } from '../run/reduceRun.ts'
import type { Catalog, ChargeEntry, PlanEntry } from './Catalog.ts'
import { changeEntitlement, changeGrantRule, changePrice } from './createCatalogEdits.ts'
import { describeChanges } from './describeChanges.ts'
import { planPrice } from './prices.ts'
import { arrangeProductDraft } from './productDraft.ts'
import { listTierTerms } from './tierTerms.ts'

const seats = {
  type: 'recurring',
  name: 'Seats',
  featureSlug: 'seats',
  pricing: { model: 'per_unit', unitAmount: '1200' },
} as const
const usage = {
  type: 'usage',
  name: 'Calls',
  metricId: 'calls',
  pricing: { model: 'per_unit', unitAmount: '0.4' },
} as const
const flat = { type: 'recurring', name: 'Pro', pricing: { model: 'flat', amount: 2900 } } as const
const calls = { featureSlug: 'calls', mode: 'quota', value: 1000, period: 'month' } as const
const credits = { creditCurrencyId: 'credits', amount: 500, cadence: 'month' } as const

const pro = (interval: 'month' | 'year', more: Partial<PlanEntry> = {}): PlanEntry => ({
  productId: 'shop',
  tierId: 'pro',
  name: `Pro, by ${interval}`,
  currency: 'usd',
  interval,
  charges: [usage, flat],
  entitlements: [calls, { featureSlug: 'sso' }],
  grantRules: [credits],
  ...more,
})

const catalog: Catalog = {
  products: { other: { name: 'Other' }, shop: { name: 'Shop' } },
  creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
  metrics: { calls: { name: 'Calls', eventName: 'call', aggregation: 'count' } },
  features: {
    calls: { name: 'API calls', type: 'metered', metricId: 'calls', displayOrder: 2 },
    sso: { name: 'Single sign-on', type: 'boolean', displayOrder: 1 },
    unrelated: { name: 'Feature of another product', type: 'boolean' },
  },
  tiers: {
    free: { productId: 'shop', name: 'Free', displayOrder: 5 },
    pro: { productId: 'shop', name: 'Pro', displayOrder: 1 },
    else: { productId: 'other', name: 'Else' },
  },
  plans: {
    'pro-yearly': pro('year', { grantRules: [{ ...credits, amount: 900 }] }),
    // The same terms as in the yearly plan, written differently.
    'pro-monthly': pro('month', {
      entitlements: [{ ...calls, period: 'billing_period' }, { featureSlug: 'sso' }],
      grantRules: [{ ...credits, cadence: 'billing_period' }],
    }),
    extra: pro('month', { kind: 'addon', name: 'Extra', entitlements: [], charges: [seats] }),
    else: pro('month', { productId: 'other', tierId: 'else' }),
  },
  creditPackages: {
    big: { name: 'Big', creditCurrencyId: 'credits', credits: 900, price: 900, currency: 'usd' },
    small: { name: 'S', creditCurrencyId: 'credits', credits: 9, price: 9, currency: 'usd' },
    none: { name: 'N', creditCurrencyId: 'credits', credits: 1, price: 1, currency: 'usd' },
  },
}
const finding = (kind: Finding['kind'], slug: string): Finding => ({
  state: 'created',
  kind,
  slug,
  id: slug,
  name: slug,
  confidence: 0.5,
  evidence: `says ${slug}`,
})
const FINDINGS = [
  finding('product', 'shop'),
  finding('tier', 'pro'),
  finding('plan', 'gone'),
  finding('creditPackage', 'big'),
  finding('creditPackage', 'small'),
  finding('creditCurrency', 'credits'),
]

const slugs = (entries: readonly { readonly slug: string }[]) => entries.map(({ slug }) => slug)

test('a product draft contains only the product of the run, in the order of a price list', () => {
  const draft = arrangeProductDraft(catalog, FINDINGS)
  expect(draft.product).toEqual({ slug: 'shop', name: 'Shop' })
  expect(slugs(draft.tiers)).toEqual(['pro', 'free'])
  expect(draft.tiers[0]?.finding).toMatchObject({ evidence: 'says pro' })
  expect(draft.tiers.map(({ plans }) => slugs(plans))).toEqual([['pro-monthly', 'pro-yearly'], []])
  expect(slugs(draft.otherPlans)).toEqual(['extra'])
  expect(slugs(draft.features)).toEqual(['sso', 'calls'])
  expect(slugs(draft.packages)).toEqual(['small', 'big'])
  expect(slugs(draft.currencies)).toEqual(['credits'])
  expect(arrangeProductDraft({}, []).product).toBeNull()
})

test('a term appears only once if several plans of a tier share it', () => {
  const [tier] = arrangeProductDraft(catalog, FINDINGS).tiers
  const { entitlements, grants, charges } = listTierTerms(tier?.plans ?? [], catalog)
  const summarize = (terms: typeof entitlements | typeof grants | typeof charges) =>
    terms.map(({ name, description, inPlans }) => [
      name,
      description,
      ...inPlans.map(({ plan }) => plan.slug),
    ])
  expect(summarize(entitlements)).toEqual([
    ['API calls', '1,000 per month', 'pro-monthly', 'pro-yearly'],
    ['Single sign-on', '', 'pro-monthly', 'pro-yearly'],
  ])
  expect(summarize(grants)).toEqual([
    ['Credits', '500 each month', 'pro-monthly'],
    ['Credits', '900 each month', 'pro-yearly'],
  ])
  expect(summarize(charges)).toEqual([['Calls', '$0.004 each', 'pro-monthly', 'pro-yearly']])
})

test('an edit changes only one part of a plan', () => {
  const plan = pro('month', { charges: [usage, seats, flat] })
  expect(planPrice(plan)).toEqual({ chargeIndex: 2, amount: 2900, isPerSeat: false })
  expect(changePrice(plan, 3900)).toEqual({
    charges: [usage, seats, { ...flat, pricing: { model: 'flat', amount: 3900 } }],
  })
  const bySeat = pro('month', { charges: [usage, seats] })
  expect(planPrice(bySeat)).toEqual({ chargeIndex: 1, amount: '1200', isPerSeat: true })
  expect(changePrice(bySeat, 1500).charges?.[1]).toEqual({
    ...seats,
    pricing: { model: 'per_unit', unitAmount: '1500' },
  })
  expect(planPrice(pro('month', { charges: [usage] }))).toBeNull()
  const counted = { featureSlug: 'calls', metricSlug: 'calls' }
  expect(changeEntitlement(plan, counted, 5)).toEqual({
    entitlements: [{ ...calls, value: 5 }, { featureSlug: 'sso' }],
    charges: plan.charges,
  })
  const beyond = (included: number, first = '0'): ChargeEntry => ({
    ...usage,
    pricing: {
      model: 'graduated',
      tiers: [
        { upTo: included, unitAmount: first },
        { upTo: null, unitAmount: '2' },
      ],
    },
  })
  const charges = [beyond(1000), beyond(12000), beyond(1500), beyond(1000, '1')]
  const metered = pro('year', { charges })
  expect(changeEntitlement(metered, counted, 500).charges).toEqual([
    beyond(500),
    beyond(6000),
    beyond(1500),
    beyond(1000, '1'),
  ])
  expect(changeEntitlement(metered, { ...counted, metricSlug: null }, 500).charges).toEqual(charges)
  expect(changeEntitlement(plan, counted, null)).toEqual({
    entitlements: [{ featureSlug: 'sso' }],
    charges: [seats, flat],
  })
  expect(changeEntitlement(plan, { featureSlug: 'seats', metricSlug: null }, null)).toEqual({
    entitlements: plan.entitlements,
    charges: [usage, flat],
  })
  const other = { ...credits, cadence: 'once' } as const
  const granted = pro('month', { grantRules: [other, credits] })
  expect(changeGrantRule(granted, credits, 7)).toEqual({
    grantRules: [other, { ...credits, amount: 7 }],
  })
})

test('changes are described with names and formatted prices, and equal changes are grouped', () => {
  const plain = { action: 'create' as const, fields: [] }
  const described = describeChanges(
    [
      { ...plain, kind: 'metric', slug: 'calls' },
      { ...plain, kind: 'plan', slug: 'pro-monthly' },
      { ...plain, kind: 'plan', slug: 'pro-yearly' },
      { ...plain, kind: 'feature', slug: 'new-one' },
      {
        action: 'update',
        kind: 'plan',
        slug: 'pro-monthly',
        fields: [
          { path: 'charges.1.pricing.amount', before: 2900, after: 3900 },
          { path: 'entitlements.0.value', before: 1000, after: 2000 },
          { path: 'entitlements.0.period', before: 'month', after: 'day' },
          { path: 'entitlements.2', before: { featureSlug: 'sso' }, after: null },
          { path: 'grantRules.0.amount', before: 500, after: 900 },
          { path: 'description', before: null, after: 'For teams' },
          { path: 'trial', before: null, after: { days: 14, requiresPaymentMethod: false } },
        ],
      },
      { action: 'archive', kind: 'creditPackage', slug: 'big', fields: [] },
    ],
    catalog,
  )
  expect(described.map(({ title, names }) => `${title} ${names.join(' and ')}`)).toEqual([
    'New plans Pro, by month ($29.00 per month) and Pro, by year ($29.00 per year)',
    'Changed plan Pro, by month',
    'No longer offered: credit package Big',
    'New feature new-one',
    'New metric Calls',
  ])
  expect(described[1]?.fields.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Pro, price', '$29.00', '$39.00'],
    ['API calls', '1,000', '2,000'],
    ['API calls, period', 'month', 'day'],
    ['Single sign-on', 'included', 'none'],
    ['Credits', '500', '900'],
    ['description', 'none', 'For teams'],
    ['trial', 'none', 'days 14'],
  ])
})
