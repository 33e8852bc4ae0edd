import type { BodyInput } from '@purser/contract/client'
import type { MerchantClient } from '../createMerchantClient.ts'
import type { ArrangedCatalog, Placed, PlacedTier } from './arrangeCatalog.ts'
import type { ChargeEntry, EntitlementEntry, GrantEntry, PlanEntry } from './Catalog.ts'
import { planPrice } from './prices.ts'
import type { Shared } from './tierTerms.ts'

/** What a merchant can put right; each is done when the catalog shows it. */
export interface Fixes {
  readonly renameTier: (slug: string, name: string) => Promise<void>
  readonly renamePlan: (slug: string, name: string) => Promise<void>
  readonly renameFeature: (slug: string, name: string) => Promise<void>
  readonly setPrice: (plan: Placed<PlanEntry>, amount: number) => Promise<void>
  readonly setValue: (shared: Shared<EntitlementEntry>, value: number) => Promise<void>
  readonly setGrant: (shared: Shared<GrantEntry>, amount: number) => Promise<void>
  readonly removeTier: (tier: PlacedTier) => Promise<void>
  readonly removePlan: (slug: string) => Promise<void>
  readonly removeFeature: (slug: string) => Promise<void>
  readonly removePackage: (slug: string) => Promise<void>
}

interface FixCallbacks {
  readonly reload: () => Promise<void>
  /** Says in a few words what was done. */
  readonly announce: (said: string) => void
}

/** Fixes through the ordinary endpoints of the catalog. */
export function createFixes(
  client: MerchantClient,
  { tiers, loosePlans, packages, features }: ArrangedCatalog,
  { reload, announce }: FixCallbacks,
): Fixes {
  const updatePlan = (slug: string, body: BodyInput<'updatePlan'>) =>
    client.call('updatePlan', { params: { id: slug }, body })
  const changed = ({ entry }: Placed<PlanEntry>, featureSlug: string) => {
    const metricOf = (slug: string) =>
      features.find((feature) => feature.slug === slug)?.entry.metricId ?? null
    const metricSlug = metricOf(featureSlug)
    const isShared = entry.entitlements?.some(
      (other) => other.featureSlug !== featureSlug && metricOf(other.featureSlug) === metricSlug,
    )
    return { featureSlug, metricSlug: isShared ? null : metricSlug }
  }
  /** What was half done shows as well. */
  const thenReload = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      announce(said)
    } finally {
      await reload()
    }
  }
  const save = (work: () => Promise<unknown>) => thenReload(work, 'Saved.')
  const remove = (work: () => Promise<unknown>) => thenReload(work, 'Removed.')
  return {
    renameTier: (slug, name) =>
      save(() => client.call('updateTier', { params: { id: slug }, body: { name } })),
    renamePlan: (slug, name) => save(() => updatePlan(slug, { name })),
    renameFeature: (slug, name) =>
      save(() => client.call('updateFeature', { params: { id: slug }, body: { name } })),
    setPrice: ({ slug, entry }, amount) => save(() => updatePlan(slug, changePrice(entry, amount))),
    setValue: ({ slug, given }, value) =>
      save(async () => {
        for (const { plan } of given) {
          await updatePlan(plan.slug, changeEntitlement(plan.entry, changed(plan, slug), value))
        }
      }),
    setGrant: ({ given }, amount) =>
      save(async () => {
        for (const { plan, term } of given) {
          await updatePlan(plan.slug, changeGrant(plan.entry, term, amount))
        }
      }),
    // First what stands in it: a plan of a tier that is gone could not be promoted.
    removeTier: (tier) =>
      remove(async () => {
        for (const { slug, entry } of packages) {
          if (entry.tierId !== tier.slug) continue
          await client.call('archiveCreditPackage', { params: { id: slug } })
        }
        for (const { slug, entry } of [...tier.plans, ...loosePlans]) {
          if (entry.tierId !== tier.slug) continue
          await client.call('archivePlan', { params: { id: slug } })
        }
        await client.call('archiveTier', { params: { id: tier.slug } })
      }),
    removePlan: (slug) => remove(() => client.call('archivePlan', { params: { id: slug } })),
    removeFeature: (slug) =>
      remove(async () => {
        for (const plan of [...tiers.flatMap(({ plans }) => plans), ...loosePlans]) {
          if (!plan.entry.entitlements?.some(({ featureSlug }) => featureSlug === slug)) continue
          await updatePlan(plan.slug, changeEntitlement(plan.entry, changed(plan, slug), null))
        }
        await client.call('archiveFeature', { params: { id: slug } })
      }),
    removePackage: (slug) =>
      remove(() => client.call('archiveCreditPackage', { params: { id: slug } })),
  }
}

interface ChangedFeature {
  readonly featureSlug: string
  /** The metric that counts this feature and no other of the plan. */
  readonly metricSlug: string | null
}

/** What a plan is changed to when a quota or a limit is another one; null takes the feature out. */
export function changeEntitlement(
  plan: PlanEntry,
  { featureSlug, metricSlug }: ChangedFeature,
  value: number | null,
): BodyInput<'updatePlan'> {
  const { charges = [], entitlements = [] } = plan
  const before = entitlements.find((entitlement) => entitlement.featureSlug === featureSlug)?.value
  const isOfUsage = (charge: ChargeEntry) =>
    metricSlug !== null && charge.type === 'usage' && charge.metricId === metricSlug
  return {
    entitlements: entitlements.flatMap((entitlement) => {
      if (entitlement.featureSlug !== featureSlug) return [entitlement]
      return value === null ? [] : [{ ...entitlement, value }]
    }),
    charges: charges.flatMap((charge) => {
      // What is no longer there cannot be charged for, by seats or by use.
      if (value === null) {
        return charge.featureSlug === featureSlug || isOfUsage(charge) ? [] : [charge]
      }
      return typeof before === 'number' && isOfUsage(charge)
        ? [{ ...charge, pricing: includeInstead(charge.pricing, before, value) }]
        : [charge]
    }),
  }
}

/** Usage beyond a quota is free up to the quota, or as often as it is renewed in a period. */
function includeInstead(
  pricing: ChargeEntry['pricing'],
  before: number,
  after: number,
): ChargeEntry['pricing'] {
  if (pricing.model !== 'graduated') return pricing
  const [first, ...others] = pricing.tiers
  const isIncluded = first && Number(first.unitAmount) === 0 && !first.flatAmount
  if (!isIncluded || first.upTo === null || first.upTo % before !== 0) return pricing
  return { ...pricing, tiers: [{ ...first, upTo: (first.upTo / before) * after }, ...others] }
}

/** What a plan is changed to when it comes with another amount of credits. */
export function changeGrant(
  plan: PlanEntry,
  grant: GrantEntry,
  amount: number,
): BodyInput<'updatePlan'> {
  const same = JSON.stringify(grant)
  return {
    grantRules: (plan.grantRules ?? []).map((rule) =>
      JSON.stringify(rule) === same ? { ...rule, amount } : rule,
    ),
  }
}

/** What a plan is changed to when its price is another one, in minor units. */
export function changePrice(plan: PlanEntry, amount: number): BodyInput<'updatePlan'> {
  const price = planPrice(plan)
  return {
    charges: (plan.charges ?? []).map((charge, at) =>
      at === price?.at ? { ...charge, pricing: repriced(charge.pricing, amount) } : charge,
    ),
  }
}

const repriced = (pricing: ChargeEntry['pricing'], amount: number): ChargeEntry['pricing'] =>
  pricing.model === 'per_unit'
    ? { ...pricing, unitAmount: String(amount) }
    : { model: 'flat', amount }
