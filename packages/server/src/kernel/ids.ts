import { typeid } from 'typeid-js'

/** The one table of id prefixes. A customer's id is the merchant's own and never minted here. */
export const idPrefixes = {
  organization: 'org',
  environment: 'env',
  apiKey: 'key',
  product: 'prod',
  tier: 'tier',
  plan: 'plan',
  charge: 'chg',
  feature: 'feat',
  metric: 'met',
  creditCurrency: 'cur',
  creditPackage: 'pkg',
  coupon: 'cpn',
  webhookMessage: 'msg',
} as const

export type IdKind = keyof typeof idPrefixes

/** A new opaque, time-sortable id: the kind's prefix and a UUIDv7. */
export const newId = (kind: IdKind): string => typeid(idPrefixes[kind]).toString()
