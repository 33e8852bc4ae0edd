import type { CatalogDraft, DraftEntry, DraftKind } from '../draft/CatalogDraft.core.ts'

/** Whether something else than what an entry describes has its slug already. */
export type IsTaken = (drafted: DraftEntry) => boolean

/** Kinds that several products of a merchant share, each after what it refers to. */
const SHARED: readonly DraftKind[] = ['creditCurrency', 'metric', 'feature']

/**
 * A draft that leaves alone what has one of its slugs and is something else: a feature of the same
 * name but another type, say. Such an object gets a slug that begins with the product's.
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

/** Fields that refer to an object of a kind by its slug, wherever they stand. */
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
