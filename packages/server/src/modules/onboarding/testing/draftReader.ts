import type { Offer } from '@purser/pricing-reader'
import type { CatalogDraft, DraftEntry, DraftKind } from '../draft/CatalogDraft.core.ts'
import { draftCatalog } from '../draft/draftCatalog.core.ts'
import { anOffer } from './anOffer.ts'

type EntryOf<Kind extends DraftKind> = Extract<DraftEntry, { kind: Kind }>

export const draftOf = (offer: Partial<Offer>): CatalogDraft =>
  draftCatalog(anOffer(offer), { url: 'https://acme.example/pricing' })

export const ofKind = <Kind extends DraftKind>(
  { entries }: CatalogDraft,
  kind: Kind,
): EntryOf<Kind>[] => entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)

export const slugsInDraft = (draft: CatalogDraft, kind: DraftKind): string[] =>
  draft.entries.filter((entry) => entry.kind === kind).map(({ slug }) => slug)

export function bodyOf<Kind extends DraftKind>(
  draft: CatalogDraft,
  kind: Kind,
  slug: string,
): EntryOf<Kind>['entry'] {
  const found = ofKind(draft, kind).find((entry) => entry.slug === slug)
  if (!found) throw new Error(`no ${kind} ${slug} in ${slugsInDraft(draft, kind)}`)
  // The filter guarantees that the kinds match, which the compiler cannot see.
  return found.entry as EntryOf<Kind>['entry']
}

/** The entitlement of a plan to a feature. */
export const entitlementIn = (draft: CatalogDraft, plan: string, feature: string) =>
  bodyOf(draft, 'plan', plan).entitlements.find(({ featureSlug }) => featureSlug === feature)
