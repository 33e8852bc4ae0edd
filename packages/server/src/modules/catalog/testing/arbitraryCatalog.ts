import type { Plan } from '@purser/contract'
import fc from 'fast-check'
import type { StoredCatalog } from '../document/catalogEntry.core.ts'

const AT = '2026-01-15T12:00:00.000Z'

type Item<Section extends keyof StoredCatalog> = StoredCatalog[Section][number]

const name = fc.string({ minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== '')
const status = fc.constantFrom('active' as const, 'archived' as const)
const price = fc.integer({ min: 0, max: 99_999 }).map((value) => String(value / 10_000))
const money = fc.integer({ min: 0, max: 100_000 })
const quantity = fc.integer({ min: 1, max: 1_000 })
const metadata = fc.dictionary(
  fc.constantFrom('b', 'a', 'nested', 'constructor', '10'),
  // Through JSON, like every stored value, because JSON has no negative zero.
  fc.json().map((text): unknown => JSON.parse(JSON.stringify(JSON.parse(text)))),
)
const scalar = fc.oneof(fc.constantFrom('large', 'small'), fc.integer(), fc.boolean())
const filters = fc.array(
  fc.record({
    property: fc.constantFrom('model', 'region'),
    in: fc.array(scalar, { minLength: 1, maxLength: 2 }),
  }),
  { maxLength: 2 },
)
const creditCost = fc.record({
  perUnit: price,
  rules: fc.array(
    fc.record({
      where: fc.dictionary(fc.constantFrom('model', 'region'), scalar, { minKeys: 1 }),
      perUnit: price,
    }),
    { maxLength: 2 },
  ),
})
/** A constant whose type is not narrowed to a literal or a readonly array. */
const always = <T>(value: T): fc.Arbitrary<T> => fc.constant(value)
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const slugs = (max: number) =>
  fc.uniqueArray(fc.constantFrom('pro', 'free', 'constructor', '10', '9', 'a-b', 'a_b', 'zeta'), {
    maxLength: max,
  })

/** A list of items with unique slugs, in any order. */
const listOf = <T>(prefix: string, make: (slug: string, id: string) => fc.Arbitrary<T>, max = 3) =>
  slugs(max).chain((keys) => fc.tuple(...keys.map((slug) => make(slug, `${prefix}_${slug}`))))

const stamps = { createdAt: fc.constant(AT), updatedAt: fc.constant(AT) }
const keyed = (slug: string, id: string) => ({
  id: fc.constant(id),
  slug: fc.constant(slug),
  name,
  ...stamps,
})

const product = (slug: string, id: string): fc.Arbitrary<Item<'products'>> =>
  fc.record({
    ...keyed(slug, id),
    organizationId: fc.constant('org_1'),
    description: nullable(fc.string({ maxLength: 8 })),
    imageUrl: fc.constantFrom(null, 'https://acme.test/logo.png'),
    status,
    metadata,
  })

const creditCurrency = (slug: string, id: string): fc.Arbitrary<Item<'creditCurrencies'>> =>
  fc.constantFrom('unit', 'usd', 'jpy').chain((denomination) =>
    fc.record({
      ...keyed(slug, id),
      denomination: fc.constant(denomination),
      minorUnitScale: denomination === 'unit' ? fc.constant(0) : fc.constantFrom(0, 2, 4),
      applyToInvoices: denomination === 'unit' ? fc.constant(false) : fc.boolean(),
      status,
    }),
  )

const metric = (slug: string, id: string): fc.Arbitrary<Item<'metrics'>> =>
  fc.record({
    ...keyed(slug, id),
    eventName: fc.constantFrom('api.call', 'tokens'),
    aggregation: fc.constantFrom('count' as const, 'sum' as const),
    property: fc.constantFrom(null, 'amount'),
    filter: filters,
    status,
  })

const feature =
  (metrics: readonly Item<'metrics'>[], currencies: readonly Item<'creditCurrencies'>[]) =>
  (slug: string, id: string): fc.Arbitrary<Item<'features'>> => {
    const ids = (items: readonly { id: string }[]) =>
      fc.constantFrom(...items.map((item) => item.id))
    const types = ['boolean', 'config', 'enum'] as Item<'features'>['type'][]
    if (metrics.length > 0) types.push('metered')
    if (metrics.length > 0 && currencies.length > 0) types.push('credit')
    return fc.constantFrom(...types).chain((type) =>
      fc.record({
        ...keyed(slug, id),
        type: fc.constant(type),
        metricId: type === 'metered' || type === 'credit' ? ids(metrics) : fc.constant(null),
        creditCurrencyId: type === 'credit' ? ids(currencies) : fc.constant(null),
        creditCost:
          type === 'credit'
            ? fc.oneof(
                always<NonNullable<Item<'features'>['creditCost']>>({ perUnit: '1', rules: [] }),
                creditCost,
              )
            : fc.constant(null),
        displayOrder: fc.nat({ max: 3 }),
        status,
      }),
    )
  }

const tier =
  (products: readonly Item<'products'>[]) =>
  (slug: string, id: string): fc.Arbitrary<Item<'tiers'>> =>
    fc.record({
      ...keyed(slug, id),
      productId: fc.constantFrom(...products.map((owner) => owner.id)),
      displayOrder: fc.nat({ max: 3 }),
      isPopular: fc.boolean(),
      isForeverFree: fc.boolean(),
      isSelfServe: fc.boolean(),
      isSalesLed: fc.boolean(),
      ctaLabel: nullable(name),
      status,
    })

const pricing: fc.Arbitrary<Plan['charges'][number]['pricing']> = fc.oneof(
  fc.record({ model: fc.constant('flat' as const), amount: money }),
  fc.record({ model: fc.constant('per_unit' as const), unitAmount: price }),
  fc.record({
    model: fc.constantFrom('graduated' as const, 'volume' as const),
    tiers: fc.tuple(price, price, money).map(([first, rest, flatAmount]) => [
      { upTo: 10, unitAmount: first, flatAmount },
      { upTo: null, unitAmount: rest, flatAmount: 0 },
    ]),
  }),
  fc.record({ model: fc.constant('package' as const), packageSize: quantity, amount: price }),
)

function charge(metrics: readonly Item<'metrics'>[]): fc.Arbitrary<Plan['charges'][number]> {
  const common = { id: fc.uuid(), name, pricing, minimum: nullable(money) }
  const recurring = fc.record({
    ...common,
    type: fc.constant('recurring' as const),
    metricId: fc.constant(null),
    featureSlug: nullable(fc.constant('seats')),
    quantity: fc.constantFrom(1, 5),
    timing: fc.constantFrom('in_advance' as const, 'in_arrears' as const),
    filters: always<Item<'metrics'>['filter']>([]),
  })
  if (metrics.length === 0) return recurring
  const usage = fc.record({
    ...common,
    type: fc.constant('usage' as const),
    metricId: fc.constantFrom(...metrics.map(({ id }) => id)),
    featureSlug: fc.constant(null),
    quantity: fc.constant(null),
    timing: fc.constant('in_arrears' as const),
    filters,
  })
  return fc.oneof(recurring, usage)
}

const entitlement = ({
  slug,
  type,
}: Item<'features'>): fc.Arbitrary<Plan['entitlements'][number]> => {
  const featureSlug = fc.constant(slug)
  switch (type) {
    case 'boolean':
      return fc.record({ featureSlug, type: fc.constant(type) })
    case 'config':
      return fc.record({ featureSlug, type: fc.constant(type), value: fc.oneof(quantity, name) })
    case 'enum':
      return fc.record({ featureSlug, type: fc.constant(type), values: always(['eu', 'us']) })
    case 'credit':
      return fc.record({
        featureSlug,
        type: fc.constant(type),
        creditCost: nullable(creditCost),
        onExhausted: fc.constantFrom('block' as const, 'overdraft' as const, 'invoice' as const),
      })
    case 'metered':
      return fc.oneof(
        fc.constant({
          featureSlug: slug,
          type,
          mode: 'unlimited' as const,
          value: null,
          period: null,
          limit: null,
        }),
        fc.record({
          featureSlug,
          type: fc.constant(type),
          mode: fc.constant('quota' as const),
          value: quantity,
          period: fc.constantFrom('billing_period' as const, 'day' as const),
          limit: fc.constantFrom('hard' as const, 'soft' as const),
        }),
      )
  }
}

const grantRule = (
  currencies: readonly Item<'creditCurrencies'>[],
): fc.Arbitrary<Plan['grantRules'][number]> =>
  fc.record({
    creditCurrencyId: fc.constantFrom(...currencies.map(({ id }) => id)),
    amount: quantity,
    cadence: fc.constantFrom('once' as const, 'billing_period' as const, 'day' as const),
    expires: fc.constantFrom('period_end' as const, 'never' as const, { days: 30 }),
    rollover: fc.constantFrom('none' as const, 'all' as const, { max: 100 }),
    priority: fc.constantFrom(0, 100),
    onChange: fc.constantFrom('keep' as const, 'void' as const, 'prorate' as const),
  })

type Below = Pick<StoredCatalog, 'products' | 'creditCurrencies' | 'metrics' | 'features' | 'tiers'>

const plan =
  ({ products, creditCurrencies, metrics, features, tiers }: Below) =>
  (slug: string, id: string): fc.Arbitrary<Plan> =>
    fc.constantFrom(...products).chain((owner) =>
      fc.record({
        ...keyed(slug, id),
        productId: fc.constant(owner.id),
        tierId: fc.constantFrom(
          null,
          ...tiers.filter(({ productId }) => productId === owner.id).map((column) => column.id),
        ),
        description: nullable(fc.string({ maxLength: 8 })),
        kind: fc.constantFrom('base' as const, 'addon' as const),
        currency: fc.constantFrom('usd', 'eur'),
        interval: fc.constantFrom('month' as const, 'year' as const),
        intervalCount: fc.constantFrom(1, 3),
        trial: fc.constantFrom(null, { days: 14, requiresPaymentMethod: true }),
        isPublic: fc.boolean(),
        status: fc.constantFrom('draft' as const, 'active' as const, 'archived' as const),
        version: fc.integer({ min: 1, max: 3 }),
        charges: fc.array(charge(metrics), { maxLength: 2 }),
        entitlements: fc.tuple(...features.map(entitlement)),
        grantRules:
          creditCurrencies.length > 0
            ? fc.array(grantRule(creditCurrencies), { maxLength: 2 })
            : fc.constant([]),
        metadata,
      }),
    )

const creditPackage =
  ({ creditCurrencies, tiers }: Below) =>
  (slug: string, id: string): fc.Arbitrary<Item<'creditPackages'>> =>
    fc.record({
      ...keyed(slug, id),
      creditCurrencyId: fc.constantFrom(...creditCurrencies.map((currency) => currency.id)),
      credits: quantity,
      price: money,
      currency: fc.constantFrom('usd', 'eur'),
      tierId: fc.constantFrom(null, ...tiers.map((column) => column.id)),
      expiresAfterDays: fc.constantFrom(null, 30),
      priority: fc.constantFrom(0, 100),
      status,
    })

const coupon = (code: string, id: string): fc.Arbitrary<Item<'coupons'>> =>
  fc
    .oneof(
      fc.constant({ percentOff: 12.5, amountOff: null, currency: null }),
      fc.constant({ percentOff: null, amountOff: 500, currency: 'usd' }),
    )
    .chain((off) =>
      fc.record({
        id: fc.constant(id),
        code: fc.constant(code.toUpperCase()),
        percentOff: fc.constant(off.percentOff),
        amountOff: fc.constant(off.amountOff),
        currency: fc.constant(off.currency),
        duration: fc.constant('repeating' as const),
        durationInPeriods: quantity,
        maxRedemptions: nullable(quantity),
        expiresAt: fc.constantFrom(null, AT),
        status,
        ...stamps,
      }),
    )

const none = fc.constant([])

/** Any valid catalog in the shape of the API, in any order. */
export const arbitraryCatalog: fc.Arbitrary<StoredCatalog> = fc
  .tuple(listOf('prod', product), listOf('cur', creditCurrency), listOf('met', metric))
  .chain(([products, creditCurrencies, metrics]) =>
    fc
      .tuple(
        listOf('feat', feature(metrics, creditCurrencies), 4),
        products.length > 0 ? listOf('tier', tier(products)) : none,
      )
      .chain(([features, tiers]) => {
        const below: Below = { products, creditCurrencies, metrics, features, tiers }
        return fc.record({
          products: fc.constant(products),
          creditCurrencies: fc.constant(creditCurrencies),
          metrics: fc.constant(metrics),
          features: fc.constant(features),
          tiers: fc.constant(tiers),
          plans: products.length > 0 ? listOf('plan', plan(below)) : none,
          creditPackages: creditCurrencies.length > 0 ? listOf('pkg', creditPackage(below)) : none,
          coupons: listOf('cpn', coupon),
        })
      }),
  )
