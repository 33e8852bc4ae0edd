import type { CatalogKind } from '@purser/contract/client'
import type { Finding } from '../run/reduceRun.ts'
import type {
  Catalog,
  CurrencyEntry,
  FeatureEntry,
  MetricEntry,
  PackageEntry,
  PlanEntry,
  TierEntry,
} from './Catalog.ts'

/** An entry of the catalog, and what of the page it rests on. */
export interface Placed<Entry> {
  readonly slug: string
  readonly entry: Entry
  /** null when the run did not speak of it. */
  readonly finding: Finding | null
}

export interface PlacedTier extends Placed<TierEntry> {
  /** Shortest interval first. */
  readonly plans: readonly Placed<PlanEntry>[]
}

/** One product of the catalog, as a price list shows it. */
export interface ArrangedCatalog {
  readonly product: { readonly slug: string; readonly name: string } | null
  readonly tiers: readonly PlacedTier[]
  /** Plans of no tier, such as add-ons. */
  readonly loosePlans: readonly Placed<PlanEntry>[]
  readonly features: readonly Placed<FeatureEntry>[]
  readonly metrics: readonly Placed<MetricEntry>[]
  readonly currencies: readonly Placed<CurrencyEntry>[]
  readonly packages: readonly Placed<PackageEntry>[]
}

const INTERVALS = ['day', 'week', 'month', 'year', 'none']

/** What a run made, or found made already, where it stands in the catalog now. */
export function arrangeCatalog(catalog: Catalog, findings: readonly Finding[]): ArrangedCatalog {
  const found = new Map(
    findings.flatMap((finding): [string, Finding][] =>
      'slug' in finding && finding.slug !== null
        ? [[`${finding.kind} ${finding.slug}`, finding]]
        : [],
    ),
  )
  const place = <Entry>(
    kind: CatalogKind,
    section: Readonly<Record<string, Entry>> | undefined,
    belongs: (entry: Entry, slug: string) => boolean = () => false,
  ): Placed<Entry>[] =>
    Object.entries(section ?? {}).flatMap(([slug, entry]) => {
      const finding = found.get(`${kind} ${slug}`) ?? null
      return finding || belongs(entry, slug) ? [{ slug, entry, finding }] : []
    })

  const [product] = place('product', catalog.products)
  const tiers = place('tier', catalog.tiers, ({ productId }) => productId === product?.slug).sort(
    (a, b) => (a.entry.displayOrder ?? 0) - (b.entry.displayOrder ?? 0),
  )
  const plans = place('plan', catalog.plans, ({ productId }) => productId === product?.slug).sort(
    byInterval,
  )
  const tierSlugs = new Set(tiers.map(({ slug }) => slug))
  const featureSlugs = new Set(
    plans.flatMap(({ entry }) => (entry.entitlements ?? []).map(({ featureSlug }) => featureSlug)),
  )
  const features = place('feature', catalog.features, (_entry, slug) => featureSlugs.has(slug))
  return {
    product: product ? { slug: product.slug, name: product.entry.name } : null,
    tiers: tiers.map((tier) => ({
      ...tier,
      plans: plans.filter(({ entry }) => entry.tierId === tier.slug && entry.kind !== 'addon'),
    })),
    loosePlans: plans.filter(
      ({ entry }) => entry.kind === 'addon' || !tierSlugs.has(entry.tierId ?? ''),
    ),
    features: features.sort((a, b) => (a.entry.displayOrder ?? 0) - (b.entry.displayOrder ?? 0)),
    metrics: place('metric', catalog.metrics),
    currencies: place('creditCurrency', catalog.creditCurrencies),
    packages: place('creditPackage', catalog.creditPackages, ({ tierId }) =>
      tierSlugs.has(tierId ?? ''),
    ).sort((a, b) => a.entry.credits - b.entry.credits),
  }
}

const byInterval = (a: Placed<PlanEntry>, b: Placed<PlanEntry>): number =>
  INTERVALS.indexOf(a.entry.interval) - INTERVALS.indexOf(b.entry.interval) ||
  (a.entry.intervalCount ?? 1) - (b.entry.intervalCount ?? 1)
