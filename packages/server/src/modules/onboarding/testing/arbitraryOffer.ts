import type {
  Offer,
  ReadEntitlement,
  ReadPrice,
  ReadTier,
  ReadUnitPrice,
} from '@purser/pricing-reader'
import fc from 'fast-check'
import { anyCharacter } from '../../../kernel/testing/anyCharacter.ts'

/** Typical names, and names that no page should have. */
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('Pro', 'Free', 'Team', 'Enterprise', 'Acme Pro', 'Pro Plus'),
  },
  fc.constantFrom(
    '',
    ' ',
    '🚀',
    '✓ ',
    '東京',
    '基本プラン',
    'Профи',
    '\0',
    '\ud800',
    'x'.repeat(500),
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
)
const feature = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        'API calls',
        'api call',
        'Monthly API calls',
        'Seats',
        'Users',
        'Storage GB',
        'Storage MB',
      ],
      ...[
        'Storage',
        'AI credits',
        'credits',
        'Images',
        'image',
        'Priority support',
        'Rate limit',
        'SSO',
      ],
    ),
  },
  name,
)
/** Numbers that a reader might take for amounts. */
const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 100_000 }) },
  fc.constantFrom(0, -1, 1e15, 1e21, 0.1, 1e-12, Number.NaN, Number.POSITIVE_INFINITY, 1 / 3),
)
const confidence = fc.oneof(fc.double({ min: 0, max: 1 }), fc.constantFrom(Number.NaN, -1, 7))
const grounds = { confidence, evidence: fc.oneof(fc.constant('words'), name) }
const period = fc.constantFrom<NonNullable<ReadEntitlement['period']>>(
  ...(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const),
  ...(['one_time', 'lifetime'] as const),
)
const interval = fc.constantFrom<ReadPrice['interval']>(
  ...(['hour', 'day', 'week', 'month', 'quarter', 'year', 'one_time'] as const),
)

/** Removes fields without a value, as the reader does. */
const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const prices = fc.array(
  fc.record({ ...grounds, interval, amountMinor: number, isFrom: fc.boolean() }),
  { maxLength: 3 },
)
const entitlement = fc
  .record({
    ...grounds,
    feature,
    type: fc.constantFrom('boolean', 'metered', 'credit', 'config'),
    value: maybe(fc.oneof(number, fc.constantFrom('unlimited', '1,000', '10+', 'basic', ''))),
    period: maybe(period),
  })
  .map((value) => compact(value) as ReadEntitlement)
const unitPrice: fc.Arbitrary<ReadUnitPrice> = fc.record({
  ...grounds,
  unit: fc.oneof(feature, fc.constantFrom('GB', 'credit', 'seat', 'task (credits)', 'input MTok')),
  amount: fc.constantFrom(
    '0.002',
    '10',
    '0',
    '-1',
    '',
    '1e3',
    '0.0000000000001',
    '99999999999999999',
  ),
  per: fc.oneof(fc.constantFrom(1, 1_000, 3), number),
  inCredits: fc.boolean(),
})
const tier = fc
  .record({
    ...grounds,
    name,
    prices,
    entitlements: fc.array(entitlement, { maxLength: 5 }),
    excluded: fc.array(feature, { maxLength: 1 }),
    overage: fc.array(unitPrice, { maxLength: 2 }),
    perSeat: maybe(fc.boolean()),
    contactSales: maybe(fc.boolean()),
    isFree: maybe(fc.boolean()),
    setupFeeMinor: maybe(number),
    trialDays: maybe(number),
    inherits: maybe(name),
    description: maybe(name),
    ctaLabel: maybe(name),
    credits: maybe(fc.record({ ...grounds, amount: number, period, name: feature })),
  })
  .map((value) => compact(value) as ReadTier)

/** Any offer that the reader could return, sensible or not. */
export const arbitraryOffer: fc.Arbitrary<Offer> = fc.record({
  product: fc.option(name, { nil: null }),
  currency: fc.constantFrom('usd', 'jpy', 'kwd', 'usdt', 'btc', '', null),
  tiers: fc.array(tier, { maxLength: 4 }),
  addons: fc.array(fc.record({ ...grounds, name: feature, prices, perSeat: fc.boolean() }), {
    maxLength: 2,
  }),
  creditPackages: fc.array(fc.record({ ...grounds, credits: number, amountMinor: number, name }), {
    maxLength: 2,
  }),
  usagePrices: fc.array(unitPrice, { maxLength: 2 }),
  missed: fc.array(name, { maxLength: 2 }),
})
