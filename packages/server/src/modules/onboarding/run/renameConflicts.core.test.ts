import { catalogDocument } from '@purser/contract'
import { describe, expect, it } from 'vitest'
import { type DraftEntry, draftDocument } from '../draft/CatalogDraft.core.ts'
import { draftCatalog } from '../draft/draftCatalog.core.ts'
import { pixelry } from '../testing/richOffers.ts'
import { renameConflicts } from './renameConflicts.core.ts'

const draft = draftCatalog(pixelry, { url: 'https://pixelry.example/pricing' })
const { productSlug } = draft
const slugsOf = (entries: readonly DraftEntry[], kind: string) =>
  entries.filter((drafted) => drafted.kind === kind).map(({ slug }) => slug)

describe('a draft for a catalog that has objects', () => {
  it('stays the same without conflicts', () => {
    expect(renameConflicts(draft, () => false)).toEqual(draft)
  })

  it.each([
    ['creditCurrency', 'creditCurrencyId'],
    ['metric', 'metricId'],
    ['feature', 'featureSlug'],
  ] as const)('gets another slug for a conflicting %s and uses that slug in %s', (kind, field) => {
    const taken = new Set(slugsOf(draft.entries, kind))
    const renamed = renameConflicts(
      draft,
      (drafted) => drafted.kind === kind && taken.has(drafted.slug),
    )
    expect(slugsOf(renamed.entries, kind)).toEqual(
      slugsOf(draft.entries, kind).map((slug) => `${productSlug}-${slug}`),
    )
    const text = JSON.stringify([
      draftDocument({ entries: renamed.entries.filter((drafted) => drafted.kind !== kind) }),
      renamed.trackingContract,
    ])
    for (const slug of taken) expect(text).not.toMatch(new RegExp(`"${field}":"${slug}"`))
    expect(catalogDocument.safeParse(draftDocument(renamed)).success).toBe(true)
  })

  it('tries further slugs until one is free', () => {
    const [slug = ''] = slugsOf(draft.entries, 'metric')
    const taken = new Set([slug, `${productSlug}-${slug}`])
    const renamed = renameConflicts(draft, (drafted) => taken.has(drafted.slug))
    expect(slugsOf(renamed.entries, 'metric')[0]).toBe(`${productSlug}-${slug}-2`)
    expect(renamed.trackingContract[0]?.metric).toBe(`${productSlug}-${slug}-2`)
  })
})
