import type { BodyInput } from '@purser/contract/client'

/** The catalog in the server's format: each slug with the body that would create its object. */
export type Catalog = BodyInput<'putCatalog'>

type EntryOf<Section extends keyof Catalog> = NonNullable<Catalog[Section]>[string]

export type TierEntry = EntryOf<'tiers'>
export type PlanEntry = EntryOf<'plans'>
export type FeatureEntry = EntryOf<'features'>
export type PackageEntry = EntryOf<'creditPackages'>
export type CurrencyEntry = EntryOf<'creditCurrencies'>

export type ChargeEntry = NonNullable<PlanEntry['charges']>[number]
export type EntitlementEntry = NonNullable<PlanEntry['entitlements']>[number]
export type GrantEntry = NonNullable<PlanEntry['grantRules']>[number]
