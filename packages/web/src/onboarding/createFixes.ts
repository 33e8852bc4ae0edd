import type { BodyInput } from '@purser/contract/client'
import type { ArrangedCatalog, Placed, PlacedTier } from './arrangeCatalog.ts'
import type { EntitlementEntry, GrantEntry, PlanEntry } from './Catalog.ts'
import { changeEntitlement } from './changeEntitlement.ts'
import { changeGrant } from './changeGrant.ts'
import { changePrice } from './changePrice.ts'
import type { MerchantClient } from './createMerchantClient.ts'
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
