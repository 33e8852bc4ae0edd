import { catalogDocument, sectionOf, usageEvent } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referencesOf } from '../../catalog/document/catalogEntry.core.ts'
import type { PlanReferences } from '../../catalog/plan/planTerms.core.ts'
import { validatePlan } from '../../catalog/plan/validatePlan.core.ts'
import { anOffer, aTier, booleanFeature, price } from '../testing/anOffer.ts'
import { arbitraryOffer } from '../testing/arbitraryOffer.ts'
import { bodyOf, draftOf, ofKind, slugsInDraft } from '../testing/draftReader.ts'
import {
  type BodyOfKind,
  type CatalogDraft,
  type DraftKind,
  draftDocument,
  draftKinds,
} from './CatalogDraft.core.ts'
import { draftCatalog } from './draftCatalog.core.ts'

const source = { url: 'https://acme.example/pricing' }

/** The problems that the catalog would find in a drafted plan. */
function problemsOf(draft: CatalogDraft, plan: BodyOfKind<'plan'>) {
  const named = (kind: DraftKind) =>
    new Map(
      slugsInDraft(draft, kind).map((slug) => [slug, { id: slug, status: 'active' as const }]),
    )
  const references: PlanReferences = {
    product: named('product').get(plan.productId),
    tier: plan.tierId
      ? {
          id: plan.tierId,
          productId: bodyOf(draft, 'tier', plan.tierId).productId,
          status: 'active',
        }
      : undefined,
    metrics: named('metric'),
    features: new Map(
      ofKind(draft, 'feature').map(({ slug, entry }) => [
        slug,
        { id: slug, slug, type: entry.type, status: 'active', metricId: entry.metricId ?? null },
      ]),
    ),
    creditCurrencies: named('creditCurrency'),
    inUse: new Set(),
  }
  const result = validatePlan({ ...plan, tierId: plan.tierId ?? null }, references)
  return 'problems' in result ? result.problems : []
}

/** The price of a plan with its default seats and no usage. */
const costOf = ({ charges, interval }: BodyOfKind<'plan'>): number =>
  charges
    .filter(
      ({ type, name }) =>
        type !== 'usage' && name !== 'Setup fee' && (type === 'recurring' || interval === 'none'),
    )
    .reduce((total, { pricing, quantity = 1 }) => {
      if (pricing.model === 'flat') return total + pricing.amount
      return pricing.model === 'per_unit' ? total + Number(pricing.unitAmount) * quantity : total
    }, 0)

describe('any offer', () => {
  const runs = { numRuns: 150 }

  it('gives a draft that the contract and the catalog accept, in the order of references', () => {
    fc.assert(
      fc.property(arbitraryOffer, (offer) => {
        const draft = draftCatalog(offer, source)
        const document = draftDocument(draft)
        expect(catalogDocument.parse(document)).toEqual(document)
        expect(
          Object.values(document).flatMap((section) => Object.keys(section ?? {})),
        ).toHaveLength(draft.entries.length)
        const made = new Set<string>()
        for (const { kind, slug, entry, confidence, evidence } of draft.entries) {
          for (const to of referencesOf(entry)) expect(made).toContain(`${to.kind} ${to.to}`)
          expect(made).not.toContain(`${kind} ${slug}`)
          made.add(`${kind} ${slug}`)
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          expect(evidence).not.toBe('')
        }
        for (const { entry } of ofKind(draft, 'plan')) expect(problemsOf(draft, entry)).toEqual([])
      }),
      runs,
    )
  })

  it('gives plans at exactly the prices that were read', () => {
    fc.assert(
      fc.property(arbitraryOffer, (offer) => {
        const draft = draftCatalog(offer, source)
        const read = new Set(
          [...offer.tiers, ...offer.addons].flatMap(({ prices }) =>
            prices.map(({ amountMinor }) => amountMinor),
          ),
        )
        for (const { entry } of ofKind(draft, 'plan')) {
          expect(entry.status).toBe('draft')
          expect([...read, 0]).toContain(costOf(entry))
        }
        const packages = offer.creditPackages.map(
          (item) => `${item.credits} for ${item.amountMinor}`,
        )
        for (const { entry } of ofKind(draft, 'creditPackage')) {
          expect(packages).toContain(`${entry.credits} for ${entry.price}`)
        }
      }),
      runs,
    )
  })

  it('gives the same draft each time, with events that track accepts', () => {
    fc.assert(
      fc.property(arbitraryOffer, (offer) => {
        const draft = draftCatalog(offer, source)
        expect(JSON.stringify(draftCatalog(structuredClone(offer), source))).toBe(
          JSON.stringify(draft),
        )
        const names = draft.trackingContract.map(({ eventName }) => eventName)
        expect(new Set(names).size).toBe(names.length)
        expect(draft.trackingContract.map(({ metric }) => metric)).toEqual(
          slugsInDraft(draft, 'metric'),
        )
        for (const { exampleEvent, featureSlugs } of draft.trackingContract) {
          usageEvent.parse(exampleEvent)
          expect(featureSlugs.length).toBeGreaterThan(0)
          expect(slugsInDraft(draft, 'feature')).toEqual(expect.arrayContaining(featureSlugs))
        }
      }),
      runs,
    )
  })
})

it('drafts add-ons, each with a feature that identifies it', () => {
  const draft = draftOf({
    tiers: [
      aTier('Pro', {
        prices: [price('month', 900)],
        entitlements: [booleanFeature('Priority support')],
      }),
    ],
    addons: [
      { name: 'priority support', prices: [price('month', 500)], confidence: 1, evidence: '' },
      { name: 'HSA', perSeat: true, prices: [price('month', 250)], confidence: 1, evidence: '' },
      { name: 'Training', prices: [], confidence: 1, evidence: '' },
    ],
  })
  expect(ofKind(draft, 'feature').map(({ slug, entry }) => [slug, entry.type])).toEqual([
    ['priority-support', 'boolean'],
    ['hsa', 'config'],
    ['training', 'boolean'],
  ])
  expect(bodyOf(draft, 'plan', 'acme-priority-support-monthly')).toMatchObject({
    kind: 'addon',
    entitlements: [{ featureSlug: 'priority-support' }],
  })
  expect(bodyOf(draft, 'plan', 'acme-hsa-monthly').charges[0]).toMatchObject({
    featureSlug: 'hsa',
    quantity: 1,
  })
  expect(draft.skipped).toMatchObject([{ kind: 'plan', name: 'Training' }])
})

it('names a product after its address, and drafts nothing for an empty offer', () => {
  const draft = draftCatalog(anOffer({ product: null, addons: [] }), {
    url: 'https://www.my-tool.co.uk/pricing',
  })
  expect(draft).toMatchObject({ entries: [], productSlug: 'my-tool', trackingContract: [] })
  expect(draft.missed).toHaveLength(1)
  expect(draftKinds).toEqual(Object.keys(sectionOf).filter((kind) => kind !== 'coupon'))
})
