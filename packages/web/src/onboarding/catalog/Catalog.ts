import type { BodyInput } from '@purser/contract/client'

/** The catalog as the server writes it: each entry is what would create it, named by its slug. */
export type Catalog = BodyInput<'putCatalog'>

type EntryOf<Section extends keyof Catalog> = NonNullable<Catalog[Section]>[string]

export type TierEntry = EntryOf<'tiers'>
export type PlanEntry = EntryOf<'plans'>
export type FeatureEntry = EntryOf<'features'>
export type MetricEntry = EntryOf<'metrics'>
export type PackageEntry = EntryOf<'creditPackages'>
export type CurrencyEntry = EntryOf<'creditCurrencies'>

export type ChargeEntry = NonNullable<PlanEntry['charges']>[number]
export type EntitlementEntry = NonNullable<PlanEntry['entitlements']>[number]
export type GrantEntry = NonNullable<PlanEntry['grantRules']>[number]
