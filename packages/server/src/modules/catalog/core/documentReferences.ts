import type { CatalogKind } from '@purser/contract'
import type { Entry } from './catalogEntry.ts'

interface Reference {
  path: string
  kind: CatalogKind
  /** As it is written: a slug, or an id. */
  to: string
}

const kindOfField: ReadonlyMap<string, CatalogKind> = new Map([
  ['productId', 'product'],
  ['creditCurrencyId', 'creditCurrency'],
  ['metricId', 'metric'],
  ['featureSlug', 'feature'],
  ['tierId', 'tier'],
])

/** What the merchant fills freely may hold a key of the same name that refers to nothing. */
const free = new Set(['metadata', 'where'])

/** Every other catalog object that an entry of a document names. */
export const referencesOf = (entry: Entry): Reference[] => collect(entry, '')

function collect(value: unknown, path: string): Reference[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    if (free.has(key)) return []
    const at = path ? `${path}.${key}` : key
    const kind = kindOfField.get(key)
    return kind && typeof child === 'string' ? [{ path: at, kind, to: child }] : collect(child, at)
  })
}
