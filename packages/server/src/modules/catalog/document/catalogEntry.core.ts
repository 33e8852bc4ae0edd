import {
  type CatalogDocument,
  type CatalogKind,
  type catalogEndpoints,
  currencyScale,
  type ResponseOf,
  sectionOf,
  UNIT,
} from '@purser/contract'
import { equalJson, sortKeys } from './json.core.ts'

export const kindsInOrder = Object.keys(sectionOf) as CatalogKind[]

type Endpoints = typeof catalogEndpoints

/** The whole catalog of an environment in the shape of the API, including archived objects. */
export interface StoredCatalog {
  products: readonly ResponseOf<Endpoints['getProduct']>[]
  creditCurrencies: readonly ResponseOf<Endpoints['getCreditCurrency']>[]
  metrics: readonly ResponseOf<Endpoints['getMetric']>[]
  features: readonly ResponseOf<Endpoints['getFeature']>[]
  tiers: readonly ResponseOf<Endpoints['getTier']>[]
  plans: readonly ResponseOf<Endpoints['getPlan']>[]
  creditPackages: readonly ResponseOf<Endpoints['getCreditPackage']>[]
  coupons: readonly ResponseOf<Endpoints['getCoupon']>[]
}

export type CatalogEntry = Readonly<Record<string, unknown>>

/** Returns the slug of a stored object for its id. Any other string is returned unchanged. */
export type SlugOf = (idOrSlug: string) => string

export function slugsOf(stored: StoredCatalog): SlugOf {
  const slugs = new Map<string, string>()
  for (const kind of kindsInOrder) {
    if (kind === 'coupon') continue
    for (const { id, slug } of stored[sectionOf[kind]]) slugs.set(id, slug)
  }
  return (idOrSlug) => slugs.get(idOrSlug) ?? idOrSlug
}

/** Converts a value that can be written in several ways to its canonical form. */
type Normalize = (value: unknown, slugOf: SlugOf) => unknown

interface Field {
  /** The value of an omitted field. A field without a fallback is always written. */
  fallback?: (entry: CatalogEntry) => unknown
  normalize?: Normalize
}

type Fields = Readonly<Record<string, Field>>

const required: Field = {}
const optional = (fallback: unknown, normalize?: Normalize): Field => ({
  fallback: () => fallback,
  ...(normalize && { normalize }),
})
const toSlug: Normalize = (value, slugOf) => slugOf(String(value))
const reference: Field = { normalize: toSlug }
const optionalReference = optional(null, toSlug)

const list =
  (fields: Fields): Normalize =>
  (value, slugOf) =>
    (value as CatalogEntry[]).map((entry) => shorten(fields, fill(fields, entry, slugOf)))

const record =
  (fields: Fields): Normalize =>
  (value, slugOf) =>
    shorten(fields, fill(fields, value as CatalogEntry, slugOf))

const filters = optional([], list({ property: required, in: required }))

const creditCost = record({
  perUnit: required,
  rules: { normalize: list({ where: { normalize: sortKeys }, perUnit: required }) },
})

const pricing = record({
  model: required,
  amount: optional(null),
  unitAmount: optional(null),
  packageSize: optional(null),
  tiers: optional(null, list({ upTo: required, unitAmount: required, flatAmount: required })),
})

const charges = list({
  type: required,
  name: required,
  metricId: optionalReference,
  featureSlug: optional(null),
  quantity: { fallback: ({ type }) => (type === 'recurring' ? 1 : null) },
  timing: { fallback: ({ type }) => (type === 'usage' ? 'in_arrears' : 'in_advance') },
  pricing: { normalize: pricing },
  minimum: optional(null),
  filters,
})

const entitlements = list({
  featureSlug: required,
  mode: optional(null),
  value: optional(null),
  period: { fallback: ({ mode }) => (mode === 'quota' ? 'billing_period' : null) },
  limit: { fallback: ({ mode }) => (mode === 'quota' || mode === 'rate' ? 'hard' : null) },
  creditCost: optional(null, creditCost),
  onExhausted: optional('block'),
  values: optional(null),
})

const grantRules = list({
  creditCurrencyId: reference,
  amount: required,
  cadence: required,
  expires: { fallback: ({ cadence }) => (cadence === 'once' ? 'never' : 'period_end') },
  rollover: optional('none'),
  onChange: optional('prorate'),
  priority: optional(100),
})

const scaleOf = ({ denomination }: CatalogEntry) =>
  denomination === UNIT ? 0 : currencyScale(String(denomination))

/** The fields of each kind, in the order in which a document shows them. */
const fieldsOf: {
  [Kind in CatalogKind]: {
    [Name in keyof NonNullable<CatalogDocument[(typeof sectionOf)[Kind]]>[string]]-?: Field
  }
} = {
  product: {
    name: required,
    description: optional(null),
    imageUrl: optional(null),
    metadata: optional({}, sortKeys),
  },
  creditCurrency: {
    name: required,
    denomination: required,
    minorUnitScale: { fallback: scaleOf },
    applyToInvoices: optional(false),
  },
  metric: {
    name: required,
    eventName: required,
    aggregation: required,
    property: optional(null),
    filter: filters,
  },
  feature: {
    name: required,
    type: required,
    metricId: optionalReference,
    creditCurrencyId: optionalReference,
    creditCost: {
      fallback: ({ type }) => (type === 'credit' ? { perUnit: '1', rules: [] } : null),
      normalize: creditCost,
    },
    displayOrder: optional(0),
  },
  tier: {
    productId: reference,
    name: required,
    displayOrder: optional(0),
    isPopular: optional(false),
    isForeverFree: optional(false),
    isSelfServe: optional(true),
    isSalesLed: optional(false),
    ctaLabel: optional(null),
  },
  plan: {
    productId: reference,
    tierId: optionalReference,
    name: required,
    description: optional(null),
    status: required,
    isPublic: optional(true),
    kind: required,
    currency: required,
    interval: required,
    intervalCount: required,
    trial: optional(null, record({ days: required, requiresPaymentMethod: required })),
    charges: { normalize: charges },
    entitlements: { normalize: entitlements },
    grantRules: { normalize: grantRules },
    metadata: optional({}, sortKeys),
  },
  creditPackage: {
    name: required,
    creditCurrencyId: reference,
    credits: required,
    price: required,
    currency: required,
    tierId: optionalReference,
    expiresAfterDays: optional(null),
    priority: optional(100),
  },
  coupon: {
    percentOff: optional(null),
    amountOff: optional(null),
    currency: optional(null),
    duration: required,
    durationInPeriods: optional(null),
    maxRedemptions: optional(null),
    expiresAt: optional(null, (value) => new Date(String(value)).toISOString()),
  },
}

function fill(fields: Fields, entry: CatalogEntry, slugOf: SlugOf): CatalogEntry {
  const filled: Record<string, unknown> = {}
  for (const [name, { fallback, normalize }] of Object.entries(fields)) {
    const value = entry[name] ?? fallback?.(entry) ?? null
    filled[name] = value !== null && normalize ? normalize(value, slugOf) : value
  }
  return filled
}

function shorten(fields: Fields, filled: CatalogEntry): CatalogEntry {
  const kept = Object.entries(fields).filter(
    ([name, { fallback }]) => !fallback || !equalJson(filled[name], fallback(filled)),
  )
  return Object.fromEntries(kept.map(([name]) => [name, filled[name]]))
}

/** Returns an entry with every field filled in, so that two entries can be compared. */
export const fillEntry = (kind: CatalogKind, entry: object, slugOf: SlugOf): CatalogEntry =>
  fill(fieldsOf[kind], entry as CatalogEntry, slugOf)

/** Returns the shortest equivalent entry, as a document shows it. */
export const shortenEntry = (kind: CatalogKind, entry: object, slugOf: SlugOf): CatalogEntry =>
  shorten(fieldsOf[kind], fillEntry(kind, entry, slugOf))

interface Reference {
  path: string
  kind: CatalogKind
  /** The slug or id, as written in the document. */
  to: string
}

const kindOfField: ReadonlyMap<string, CatalogKind> = new Map([
  ['productId', 'product'],
  ['creditCurrencyId', 'creditCurrency'],
  ['metricId', 'metric'],
  ['featureSlug', 'feature'],
  ['tierId', 'tier'],
])

/** The merchant may use any key in these fields, so `productId` in them is not a reference. */
const freeFormFields = new Set(['metadata', 'where'])

/** Returns the references from an entry to other catalog objects. */
export const referencesOf = (entry: CatalogEntry): Reference[] => collectReferences(entry, '')

function collectReferences(value: unknown, path: string): Reference[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    if (freeFormFields.has(key)) return []
    const at = path ? `${path}.${key}` : key
    const kind = kindOfField.get(key)
    return kind && typeof child === 'string'
      ? [{ path: at, kind, to: child }]
      : collectReferences(child, at)
  })
}
