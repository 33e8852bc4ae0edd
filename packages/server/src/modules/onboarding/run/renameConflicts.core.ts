import type { CatalogDraft, DraftEntry, DraftKind } from '../draft/CatalogDraft.core.ts'

/** Returns true if the slug of an entry belongs to a different object. */
export type IsTaken = (drafted: DraftEntry) => boolean

/** Kinds that the products of a merchant share, in the order of their references. */
const SHARED: readonly DraftKind[] = ['creditCurrency', 'metric', 'feature']

/**
 * Renames entries whose slug belongs to a different object, such as a feature of another type. The
 * new slug begins with the slug of the product.
 */
export function renameConflicts(draft: CatalogDraft, isTaken: IsTaken): CatalogDraft {
  let renamed = draft
  for (const kind of SHARED) {
    for (const { slug } of draft.entries.filter((drafted) => drafted.kind === kind)) {
      const to = freeSlug(renamed, kind, slug, isTaken)
      if (to !== slug) renamed = rename(renamed, kind, slug, to)
    }
  }
  return renamed
}

const MAX_SLUG = 60

function freeSlug(draft: CatalogDraft, kind: DraftKind, slug: string, isTaken: IsTaken): string {
  const drafted = draft.entries.find((entry) => entry.kind === kind && entry.slug === slug)
  if (!drafted || !isTaken(drafted)) return slug
  for (let number = 1; ; number += 1) {
    const tail = number === 1 ? slug : `${slug}-${number}`
    const to = `${draft.productSlug.slice(0, MAX_SLUG - tail.length - 1)}-${tail}`
    const isOurs = draft.entries.some((entry) => entry.kind === kind && entry.slug === to)
    if (!isOurs && !isTaken({ ...drafted, slug: to })) return to
  }
}

/** Fields that hold the slug of an object, by kind. */
const REFERENCES: Partial<Record<DraftKind, readonly string[]>> = {
  creditCurrency: ['creditCurrencyId'],
  metric: ['metricId'],
  feature: ['featureSlug'],
}

function rename(draft: CatalogDraft, kind: DraftKind, from: string, to: string): CatalogDraft {
  const fields = REFERENCES[kind] ?? []
  const entries = draft.entries.map((drafted): DraftEntry => {
    const isMeant = drafted.kind === kind && drafted.slug === from
    return referTo({ ...drafted, slug: isMeant ? to : drafted.slug }, fields, from, to)
  })
  const tracked = draft.trackingContract.map((event) => ({
    ...event,
    metric: kind === 'metric' && event.metric === from ? to : event.metric,
    featureSlugs: event.featureSlugs.map((slug) =>
      kind === 'feature' && slug === from ? to : slug,
    ),
  }))
  return { ...draft, entries, trackingContract: tracked }
}

function referTo<T>(value: T, fields: readonly string[], from: string, to: string): T {
  if (Array.isArray(value)) return value.map((each) => referTo(each, fields, from, to)) as T
  if (typeof value !== 'object' || value === null) return value
  const copied = Object.entries(value).map(([key, child]) => [
    key,
    fields.includes(key) && child === from ? to : referTo(child, fields, from, to),
  ])
  return Object.fromEntries(copied)
}
