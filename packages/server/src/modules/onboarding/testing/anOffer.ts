import type {
  Offer,
  PriceInterval,
  QuotaPeriod,
  ReadCredits,
  ReadEntitlement,
  ReadPrice,
  ReadTier,
  ReadUnitPrice,
} from '@purser/pricing-reader'

const grounds = (evidence: string) => ({ confidence: 0.9, evidence })

export const anOffer = (offer: Partial<Offer>): Offer => ({
  product: 'Acme',
  currency: 'usd',
  tiers: [],
  addons: [],
  creditPackages: [],
  usagePrices: [],
  missed: [],
  ...offer,
})

export const aTier = (name: string, tier: Partial<ReadTier> = {}): ReadTier => ({
  name,
  prices: [],
  entitlements: [],
  excluded: [],
  overage: [],
  ...grounds(name),
  ...tier,
})

export const price = (
  interval: PriceInterval,
  amountMinor: number,
  more: Partial<ReadPrice> = {},
): ReadPrice => ({ interval, amountMinor, ...grounds(`${amountMinor} a ${interval}`), ...more })

export const booleanFeature = (feature: string): ReadEntitlement => ({
  feature,
  type: 'boolean',
  ...grounds(feature),
})

export const quota = (
  value: number | string,
  feature: string,
  period?: QuotaPeriod,
): ReadEntitlement => ({
  feature,
  type: 'metered',
  value,
  ...(period && { period }),
  ...grounds(`${value} ${feature}`),
})

export const limit = (value: number | string, feature: string): ReadEntitlement => ({
  feature,
  type: 'config',
  value,
  ...grounds(`${value} ${feature}`),
})

export const unitPrice = (
  unit: string,
  amount: string,
  per = 1,
  more: Partial<ReadUnitPrice> = {},
): ReadUnitPrice => ({ unit, amount, per, ...grounds(`${amount} per ${per} ${unit}`), ...more })

export const credits = (amount: number, period: QuotaPeriod, name = 'AI credits'): ReadCredits => ({
  amount,
  period,
  name,
  ...grounds(`${amount} ${name}`),
})
