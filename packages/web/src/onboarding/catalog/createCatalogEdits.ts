import type { BodyInput } from '@purser/contract/client'
import type { MerchantClient } from '../createMerchantClient.ts'
import type { ChargeEntry, EntitlementEntry, GrantEntry, PlanEntry } from './Catalog.ts'
import { planPrice } from './prices.ts'
import type { DraftedEntry, DraftedTier, ProductDraft } from './productDraft.ts'
import type { TierTerm } from './tierTerms.ts'

/** The edits that a merchant can make to a draft. Each resolves once the catalog is reloaded. */
export interface CatalogEdits {
  readonly renameTier: (slug: string, name: string) => Promise<void>
  readonly renamePlan: (slug: string, name: string) => Promise<void>
  readonly renameFeature: (slug: string, name: string) => Promise<void>
  readonly setPrice: (plan: DraftedEntry<PlanEntry>, amount: number) => Promise<void>
  readonly setValue: (term: TierTerm<EntitlementEntry>, value: number) => Promise<void>
  readonly setGrant: (term: TierTerm<GrantEntry>, amount: number) => Promise<void>
  readonly removeTier: (tier: DraftedTier) => Promise<void>
  readonly removePlan: (slug: string) => Promise<void>
  readonly removeFeature: (slug: string) => Promise<void>
  readonly removePackage: (slug: string) => Promise<void>
}

interface EditCallbacks {
  readonly reload: () => Promise<void>
  /** Receives a short message about the edit for screen readers. */
  readonly announce: (message: string) => void
}

export function createCatalogEdits(
  client: MerchantClient,
  { tiers, otherPlans, packages, features }: ProductDraft,
  { reload, announce }: EditCallbacks,
): CatalogEdits {
  const updatePlan = (slug: string, body: BodyInput<'updatePlan'>) =>
    client.call('updatePlan', { params: { id: slug }, body })
  const featureInPlan = ({ entry }: DraftedEntry<PlanEntry>, featureSlug: string) => {
    const metricOf = (slug: string) =>
      features.find((feature) => feature.slug === slug)?.entry.metricId ?? null
    const metricSlug = metricOf(featureSlug)
    const isShared = entry.entitlements?.some(
      (other) => other.featureSlug !== featureSlug && metricOf(other.featureSlug) === metricSlug,
    )
    return { featureSlug, metricSlug: isShared ? null : metricSlug }
  }
  const runAndReload = async (edit: () => Promise<unknown>, message: string) => {
    try {
      await edit()
      announce(message)
    } finally {
      // An edit of several calls can fail halfway. Reload to show the calls that succeeded.
      await reload()
    }
  }
  const save = (edit: () => Promise<unknown>) => runAndReload(edit, 'Saved.')
  const remove = (edit: () => Promise<unknown>) => runAndReload(edit, 'Removed.')
  return {
    renameTier: (slug, name) =>
      save(() => client.call('updateTier', { params: { id: slug }, body: { name } })),
    renamePlan: (slug, name) => save(() => updatePlan(slug, { name })),
    renameFeature: (slug, name) =>
      save(() => client.call('updateFeature', { params: { id: slug }, body: { name } })),
    setPrice: ({ slug, entry }, amount) => save(() => updatePlan(slug, changePrice(entry, amount))),
    setValue: ({ slug, inPlans }, value) =>
      save(async () => {
        for (const { plan } of inPlans) {
          const feature = featureInPlan(plan, slug)
          await updatePlan(plan.slug, changeEntitlement(plan.entry, feature, value))
        }
      }),
    setGrant: ({ inPlans }, amount) =>
      save(async () => {
        for (const { plan, term } of inPlans) {
          await updatePlan(plan.slug, changeGrantRule(plan.entry, term, amount))
        }
      }),
    // Archives the contents of the tier first: a plan in an archived tier cannot be promoted.
    removeTier: (tier) =>
      remove(async () => {
        for (const { slug, entry } of packages) {
          if (entry.tierId !== tier.slug) continue
          await client.call('archiveCreditPackage', { params: { id: slug } })
        }
        for (const { slug, entry } of [...tier.plans, ...otherPlans]) {
          if (entry.tierId !== tier.slug) continue
          await client.call('archivePlan', { params: { id: slug } })
        }
        await client.call('archiveTier', { params: { id: tier.slug } })
      }),
    removePlan: (slug) => remove(() => client.call('archivePlan', { params: { id: slug } })),
    removeFeature: (slug) =>
      remove(async () => {
        for (const plan of [...tiers.flatMap(({ plans }) => plans), ...otherPlans]) {
          if (!plan.entry.entitlements?.some(({ featureSlug }) => featureSlug === slug)) continue
          const feature = featureInPlan(plan, slug)
          await updatePlan(plan.slug, changeEntitlement(plan.entry, feature, null))
        }
        await client.call('archiveFeature', { params: { id: slug } })
      }),
    removePackage: (slug) =>
      remove(() => client.call('archiveCreditPackage', { params: { id: slug } })),
  }
}

interface FeatureInPlan {
  readonly featureSlug: string
  /** The metric that counts only this feature in the plan; null if features share a metric. */
  readonly metricSlug: string | null
}

/** Builds the plan update that changes a quota or a limit. The value null removes the feature. */
export function changeEntitlement(
  plan: PlanEntry,
  { featureSlug, metricSlug }: FeatureInPlan,
  value: number | null,
): BodyInput<'updatePlan'> {
  const { charges = [], entitlements = [] } = plan
  const before = entitlements.find((entitlement) => entitlement.featureSlug === featureSlug)?.value
  const chargesFeatureUsage = (charge: ChargeEntry) =>
    metricSlug !== null && charge.type === 'usage' && charge.metricId === metricSlug
  return {
    entitlements: entitlements.flatMap((entitlement) => {
      if (entitlement.featureSlug !== featureSlug) return [entitlement]
      return value === null ? [] : [{ ...entitlement, value }]
    }),
    charges: charges.flatMap((charge) => {
      // Without the feature, its seats and its usage cannot be charged.
      if (value === null) {
        return charge.featureSlug === featureSlug || chargesFeatureUsage(charge) ? [] : [charge]
      }
      return typeof before === 'number' && chargesFeatureUsage(charge)
        ? [{ ...charge, pricing: changeIncludedUnits(charge.pricing, before, value) }]
        : [charge]
    }),
  }
}

/**
 * Changes the free first tier of a usage price together with the quota. The tier is a multiple of
 * the quota if the quota resets several times in a billing period.
 */
function changeIncludedUnits(
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

/** Builds the plan update that changes the amount of one grant rule. */
export function changeGrantRule(
  plan: PlanEntry,
  grant: GrantEntry,
  amount: number,
): BodyInput<'updatePlan'> {
  const serializedGrant = JSON.stringify(grant)
  return {
    grantRules: (plan.grantRules ?? []).map((rule) =>
      JSON.stringify(rule) === serializedGrant ? { ...rule, amount } : rule,
    ),
  }
}

/** Builds the plan update that changes the plan's price to an amount in minor units. */
export function changePrice(plan: PlanEntry, amount: number): BodyInput<'updatePlan'> {
  const price = planPrice(plan)
  return {
    charges: (plan.charges ?? []).map((charge, index) =>
      index === price?.chargeIndex
        ? { ...charge, pricing: changeAmount(charge.pricing, amount) }
        : charge,
    ),
  }
}

const changeAmount = (pricing: ChargeEntry['pricing'], amount: number): ChargeEntry['pricing'] =>
  pricing.model === 'per_unit'
    ? { ...pricing, unitAmount: String(amount) }
    : { model: 'flat', amount }
