import type { CatalogKind } from '@purser/contract/client'
import type { Finding } from '../run/reduceRun.ts'
import type {
  Catalog,
  CurrencyEntry,
  FeatureEntry,
  PackageEntry,
  PlanEntry,
  TierEntry,
} from './Catalog.ts'

/** An entry of the catalog with the finding on the page that it is based on. */
export interface DraftedEntry<Entry> {
  readonly slug: string
  readonly entry: Entry
  /** null if the run did not report this entry. */
  readonly finding: Finding | null
}

export interface DraftedTier extends DraftedEntry<TierEntry> {
  /** Shortest interval first. */
  readonly plans: readonly DraftedEntry<PlanEntry>[]
}

/** One product of the catalog, arranged like a price list. */
export interface ProductDraft {
  readonly product: { readonly slug: string; readonly name: string } | null
  readonly tiers: readonly DraftedTier[]
  /** Add-ons and plans without a tier. */
  readonly otherPlans: readonly DraftedEntry<PlanEntry>[]
  readonly features: readonly DraftedEntry<FeatureEntry>[]
  readonly currencies: readonly DraftedEntry<CurrencyEntry>[]
  readonly packages: readonly DraftedEntry<PackageEntry>[]
}

const INTERVALS = ['day', 'week', 'month', 'year', 'none']

/** Arranges the current entries of the product that a run created or found in the catalog. */
export function arrangeProductDraft(catalog: Catalog, findings: readonly Finding[]): ProductDraft {
  const findingsByObject = new Map(
    findings.flatMap((finding): [string, Finding][] =>
      'slug' in finding && finding.slug !== null
        ? [[`${finding.kind} ${finding.slug}`, finding]]
        : [],
    ),
  )
  const selectEntries = <Entry>(
    kind: CatalogKind,
    section: Readonly<Record<string, Entry>> | undefined,
    belongs: (entry: Entry, slug: string) => boolean = () => false,
  ): DraftedEntry<Entry>[] =>
    Object.entries(section ?? {}).flatMap(([slug, entry]) => {
      const finding = findingsByObject.get(`${kind} ${slug}`) ?? null
      return finding || belongs(entry, slug) ? [{ slug, entry, finding }] : []
    })

  const [product] = selectEntries('product', catalog.products)
  const tiers = selectEntries(
    'tier',
    catalog.tiers,
    ({ productId }) => productId === product?.slug,
  ).sort((a, b) => (a.entry.displayOrder ?? 0) - (b.entry.displayOrder ?? 0))
  const plans = selectEntries(
    'plan',
    catalog.plans,
    ({ productId }) => productId === product?.slug,
  ).sort(byInterval)
  const tierSlugs = new Set(tiers.map(({ slug }) => slug))
  const featureSlugs = new Set(
    plans.flatMap(({ entry }) => (entry.entitlements ?? []).map(({ featureSlug }) => featureSlug)),
  )
  const features = selectEntries('feature', catalog.features, (_entry, slug) =>
    featureSlugs.has(slug),
  )
  return {
    product: product ? { slug: product.slug, name: product.entry.name } : null,
    tiers: tiers.map((tier) => ({
      ...tier,
      plans: plans.filter(({ entry }) => entry.tierId === tier.slug && entry.kind !== 'addon'),
    })),
    otherPlans: plans.filter(
      ({ entry }) => entry.kind === 'addon' || !tierSlugs.has(entry.tierId ?? ''),
    ),
    features: features.sort((a, b) => (a.entry.displayOrder ?? 0) - (b.entry.displayOrder ?? 0)),
    currencies: selectEntries('creditCurrency', catalog.creditCurrencies),
    packages: selectEntries('creditPackage', catalog.creditPackages, ({ tierId }) =>
      tierSlugs.has(tierId ?? ''),
    ).sort((a, b) => a.entry.credits - b.entry.credits),
  }
}

const byInterval = (a: DraftedEntry<PlanEntry>, b: DraftedEntry<PlanEntry>): number =>
  INTERVALS.indexOf(a.entry.interval) - INTERVALS.indexOf(b.entry.interval) ||
  (a.entry.intervalCount ?? 1) - (b.entry.intervalCount ?? 1)
