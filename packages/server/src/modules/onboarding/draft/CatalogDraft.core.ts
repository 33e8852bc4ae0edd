import {
  type CatalogDocument,
  type CatalogKind,
  sectionOf,
  type UsageEventInput,
} from '@purser/contract'

/** Kinds of objects in a draft, in the order of their creation. */
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

/** A drafted object: its body in a catalog document, and the evidence for it. */
export type DraftEntry<Kind extends DraftKind = DraftKind> = {
  [K in Kind]: {
    kind: K
    slug: string
    name: string
    /** References are slugs. */
    entry: BodyOfKind<K>
    confidence: number
    /** Text from the page. Null if the entry follows only from other entries. */
    evidence: string | null
  }
}[Kind]

/** An event for the merchant's application to track, and the features that it meters. */
export interface TrackedEvent {
  eventName: string
  /** The slug of the metric. */
  metric: string
  featureSlugs: string[]
  exampleEvent: UsageEventInput
}

export interface SkippedDraft {
  kind: DraftKind
  name: string
  /** One sentence. */
  reason: string
}

/** The catalog that a pricing page describes. */
export interface CatalogDraft {
  /** In the order of creation. */
  entries: DraftEntry[]
  productSlug: string
  trackingContract: TrackedEvent[]
  /** Offers that were read and deliberately not drafted. */
  skipped: SkippedDraft[]
  /** Parts that could not be read, and parts that a catalog cannot express. */
  missed: string[]
}

/** Converts entries to one catalog document. */
export function draftDocument({ entries }: Pick<CatalogDraft, 'entries'>): CatalogDocument {
  const document: CatalogDocument = {}
  for (const entry of entries) Object.assign(document, merged(document, entry))
  return document
}

const merged = (document: CatalogDocument, { kind, slug, entry }: DraftEntry): CatalogDocument => {
  const section = sectionOf[kind]
  return { [section]: { ...document[section], [slug]: entry } }
}
