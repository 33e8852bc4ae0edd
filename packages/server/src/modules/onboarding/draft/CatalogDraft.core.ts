import {
  type CatalogDocument,
  type CatalogKind,
  sectionOf,
  type UsageEventInput,
} from '@purser/contract'

/** Kinds that a page can tell of, in the order of creation. */
export const draftKinds = [
  'product',
  'creditCurrency',
  'metric',
  'feature',
  'tier',
  'plan',
  'creditPackage',
] as const satisfies readonly CatalogKind[]
export type DraftKind = (typeof draftKinds)[number]
export type BodyOfKind<Kind extends DraftKind> = NonNullable<
  CatalogDocument[(typeof sectionOf)[Kind]]
>[string]

/** One catalog object to be: its body in a catalog document, and what it rests on. */
export type DraftEntry<Kind extends DraftKind = DraftKind> = {
  [K in Kind]: {
    kind: K
    slug: string
    name: string
    /** References are slugs. */
    entry: BodyOfKind<K>
    confidence: number
    /** The page's own words; null where the entry only follows from others. */
    evidence: string | null
  }
}[Kind]

/** Which event to send to track, and what it drives. */
export interface TrackedEvent {
  eventName: string
  /** Slug of the metric. */
  metric: string
  featureSlugs: string[]
  exampleEvent: UsageEventInput
}

export interface SkippedDraft {
  kind: DraftKind
  name: string
  /** In a sentence. */
  reason: string
}

/** The catalog that a pricing page seems to describe. */
export interface CatalogDraft {
  /** In the order in which they must be created. */
  entries: DraftEntry[]
  productSlug: string
  trackingContract: TrackedEvent[]
  /** Read, and deliberately not made into a catalog object. */
  skipped: SkippedDraft[]
  /** What could not be read, and what was read and cannot be expressed as it stands. */
  missed: string[]
}

/** Entries of a draft as one catalog document. */
export function draftDocument({ entries }: Pick<CatalogDraft, 'entries'>): CatalogDocument {
  const document: CatalogDocument = {}
  for (const entry of entries) Object.assign(document, merged(document, entry))
  return document
}

const merged = (document: CatalogDocument, { kind, slug, entry }: DraftEntry): CatalogDocument => {
  const section = sectionOf[kind]
  return { [section]: { ...document[section], [slug]: entry } }
}
