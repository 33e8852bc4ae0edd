import type { PageAction, PageCredits, PageCurrency } from '../credits/readCredits.core.ts'
import { nameEvent } from '../units/nameEvent.core.ts'
import type { DraftEntry, TrackedEvent } from './CatalogDraft.core.ts'
import { type FeatureSheet, featureTypeOf, type SheetRow } from './FeatureSheet.core.ts'
import { plainGrounds, type SlugBook } from './names.core.ts'
import { slugFor } from './slugFor.core.ts'

/** A drafted feature that credits are spent on. */
interface CreditFeature {
  slug: string
  action: PageAction
}

/** The drafted credit currencies, metrics and features, and their slugs. */
export interface Metering {
  entries: DraftEntry[]
  trackingContract: TrackedEvent[]
  creditFeatures: CreditFeature[]
  currencySlug(currency: PageCurrency): string
  metricSlug(key: string): string
  featureSlug(row: SheetRow): string
}

const CUSTOMER = 'user_42'

/**
 * Drafts the objects that plans refer to: the rows of the sheet, and before them the actions that
 * cost credits.
 */
export function draftMetering(
  sheet: FeatureSheet,
  credits: PageCredits,
  productSlug: string,
  slugs: SlugBook,
): Metering {
  const currencies = new Map<PageCurrency, string>()
  const metrics = new Map<string, DraftMetric>()
  const rows = new Map<SheetRow, string>()
  const features: DraftEntry<'feature'>[] = []
  const currencyEntries = credits.currencies.map((currency): DraftEntry => {
    const slug = slugs.claim('creditCurrency', prefixSlug(productSlug, slugFor(currency.name)))
    currencies.set(currency, slug)
    const { name } = currency
    return {
      kind: 'creditCurrency',
      slug,
      name,
      entry: { name, denomination: 'unit' },
      ...plainGrounds(currency.grounds),
    }
  })
  const metricFor = (key: string, what: string, grounds: SheetRow['grounds']): DraftMetric => {
    const metric = metrics.get(key) ?? draftMetric(what, grounds, slugs)
    metrics.set(key, metric)
    return metric
  }
  const addFeature = (
    name: string,
    grounds: SheetRow['grounds'],
    metric: DraftMetric | null,
    entry: Omit<DraftEntry<'feature'>['entry'], 'name' | 'metricId' | 'displayOrder'>,
  ): string => {
    const slug = slugs.claim('feature', slugFor(name))
    metric?.featureSlugs.push(slug)
    features.push({
      kind: 'feature',
      slug,
      name,
      entry: {
        name,
        ...entry,
        ...(metric && { metricId: metric.entry.slug }),
        displayOrder: features.length + 1,
      },
      ...plainGrounds(grounds),
    })
    return slug
  }

  const creditFeatures = credits.actions.map((action): CreditFeature => {
    const { currency, key, cost, grounds } = action
    const isAlsoCounted = sheet.rowsOf(key).length > 0
    const slug = addFeature(
      isAlsoCounted ? `${action.name} (credits)` : action.name,
      grounds,
      metricFor(key, action.name, grounds),
      {
        type: 'credit',
        creditCurrencyId: currencies.get(currency) ?? '',
        creditCost: { perUnit: cost, rules: [] },
      },
    )
    return { slug, action }
  })
  for (const row of sheet.rows) {
    const type = featureTypeOf(row)
    const metric = type === 'metered' ? metricFor(row.key, row.what, row.grounds) : null
    rows.set(row, addFeature(row.name, row.grounds, metric, { type }))
  }
  return {
    entries: [...currencyEntries, ...[...metrics.values()].map(({ entry }) => entry), ...features],
    trackingContract: [...metrics.values()].map((metric) =>
      trackedEvent(metric, Math.min(smallestQuota(metric), mostAffordable(metric))),
    ),
    creditFeatures,
    currencySlug: (currency) => currencies.get(currency) ?? '',
    metricSlug: (key) => metrics.get(key)?.entry.slug ?? '',
    featureSlug: (row) => rows.get(row) ?? '',
  }

  function smallestQuota(metric: DraftMetric): number {
    return Math.min(
      ...sheet.rows
        .filter(({ key }) => metrics.get(key) === metric)
        .flatMap(({ readings }) => [...readings.values()])
        .flatMap((reading) => (reading.is === 'number' ? [reading.number] : [])),
    )
  }

  /** The number of actions that the smallest grant of credits pays for. */
  function mostAffordable(metric: DraftMetric): number {
    return Math.min(
      ...credits.actions
        .filter(({ key }) => metrics.get(key) === metric)
        .flatMap(({ currency, key, cost }) =>
          // Credits without a known action are spent one by one.
          key === currency.key
            ? [1]
            : credits.grants
                .flat()
                .filter((grant) => grant.currency === currency)
                .map(({ amount }) => Math.floor(amount / Number(cost))),
        ),
    )
  }
}

/**
 * Prefixes a slug with the product: `acme-pro`. A slug that already begins with the product stays
 * the same.
 */
export function prefixSlug(productSlug: string, slug: string): string {
  const prefix = `${productSlug}-`
  if (slug === productSlug || slug.startsWith(prefix)) return slug
  return prefix + slug
}

interface DraftMetric {
  entry: DraftEntry<'metric'>
  exampleQuantity: number
  featureSlugs: string[]
}

function draftMetric(what: string, grounds: SheetRow['grounds'], slugs: SlugBook): DraftMetric {
  const { eventName, wholeName, aggregation, exampleQuantity } = nameEvent(what)
  const slug = slugs.claim('metric', slugFor(what))
  return {
    entry: {
      kind: 'metric',
      slug,
      name: what,
      // Different metrics must not count the same event.
      entry: { name: what, eventName: slugs.claim('event', eventName, wholeName), aggregation },
      ...plainGrounds(grounds),
    },
    exampleQuantity,
    featureSlugs: [],
  }
}

function trackedEvent(
  { entry, exampleQuantity, featureSlugs }: DraftMetric,
  quota: number,
): TrackedEvent {
  const { eventName, aggregation } = entry.entry
  return {
    eventName,
    metric: entry.slug,
    featureSlugs,
    exampleEvent: {
      customerId: CUSTOMER,
      eventName,
      // The smallest plan must accept the example.
      ...(aggregation === 'sum' && { quantity: Math.min(exampleQuantity, quota > 0 ? quota : 1) }),
      idempotencyKey: `${entry.slug}-1`,
    },
  }
}
