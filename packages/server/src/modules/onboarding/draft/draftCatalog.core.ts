import type { Offer, ReadTier } from '@purser/pricing-reader'
import { type DraftCurrency, draftCurrency } from '../credits/draftCurrency.core.ts'
import { draftPackages } from '../credits/draftPackages.core.ts'
import { readCredits } from '../credits/readCredits.core.ts'
import { bindUnitPrices } from '../units/bindUnitPrices.core.ts'
import { isSeat, plainUnit } from '../units/units.core.ts'
import type { CatalogDraft, DraftEntry } from './CatalogDraft.core.ts'
import { type ChosenPrice, choosePrices } from './choosePrices.core.ts'
import { draftAddons, listAddons } from './draftAddons.core.ts'
import { draftMetering } from './draftMetering.core.ts'
import { draftPlan } from './draftPlan.core.ts'
import { draftProduct, draftTier } from './draftProduct.core.ts'
import { expandTiers, type WholeTier } from './expandTiers.core.ts'
import {
  describeDisagreement,
  FeatureSheet,
  featureTypeOf,
  type SheetRow,
} from './FeatureSheet.core.ts'
import { Notes, plainGrounds, plainText, SlugBook, shorten } from './names.core.ts'

const MAX_DESCRIPTION = 500
const MAX_TRIAL_DAYS = 3_650
/** Scales the confidence in a price that is only the lowest of several. */
const FROM_TRUST = 0.7

/**
 * Drafts the catalog for an offer. The result is deterministic. Offers that a catalog cannot
 * express are listed in `missed` and `skipped`.
 */
export function draftCatalog(offer: Offer, source: { url: string }): CatalogDraft {
  const notes = new Notes()
  for (const sentence of offer.missed) notes.miss(sentence)
  const product = draftProduct(offer.product, source.url)
  const nothing = { entries: [], productSlug: product.slug, trackingContract: [] }
  const offered = withPayAsYouGo(offer)
  if (offered.tiers.length === 0 && offered.addons.length === 0) {
    notes.miss('No plans, packages or prices were found on the page, so there is nothing to draft.')
    return { ...nothing, skipped: notes.skipped, missed: notes.missed }
  }

  const slugs = new SlugBook()
  const currency = draftCurrency(offered, notes)
  const tiers = expandTiers(offered.tiers, notes)
  const prices = tiers.map((tier) => pricesOf(tier, currency, notes))
  const credits = readCredits(offered, tiers, notes)
  const sheet = new FeatureSheet(credits.entitlements, notes)
  const unitPrices = bindUnitPrices(offered, tiers, soldByPeriod(prices), { sheet, credits, notes })
  const seats = findSeats(tiers, sheet)
  const addons = listAddons(offered, sheet)
  for (const row of sheet.rows) notes.miss(describeDisagreement(row) ?? '')
  const metering = draftMetering(sheet, credits, product.slug, slugs)

  const tierEntries = tiers.map((tier, index) =>
    draftTier(tier, index, (prices[index] ?? []).length > 0, product.slug, slugs),
  )
  const plans = tiers.flatMap((tier, index) => {
    const chosen = prices[index] ?? []
    const tierSlug = tierEntries[index]?.slug ?? ''
    return chosen.map((price): DraftEntry => {
      const terms = draftPlan({
        tier,
        index,
        chosen: price,
        currency: currency.code,
        isShortest: price === chosen[0],
        unitPrices: unitPrices[index] ?? [],
        seats,
        sellsCredits: offered.creditPackages.length > 0,
        sheet,
        credits,
        metering,
        notes,
      })
      return planEntry({ tier, tierSlug, price, variants: chosen.length, terms })
    })
  })

  function planEntry({ tier, tierSlug, price, variants, terms }: PlanParts): DraftEntry {
    const { frame, amountMinor, isFrom } = price
    const name = variants > 1 ? `${tier.name}, ${frame.word}` : tier.name
    const slug = amountMinor === 0 && variants === 1 ? tierSlug : `${tierSlug}-${frame.word}`
    const description = describe(tier.read, isFrom)
    const days = tier.read.trialDays
    const isTrial = isTrialLength(days) && amountMinor > 0 && frame.period !== 'one_time'
    const confidence = Math.min(price.grounds.confidence, tier.read.confidence)
    return {
      kind: 'plan',
      slug: slugs.claim('plan', slug),
      name,
      entry: {
        productId: product.slug,
        tierId: tierSlug,
        name,
        ...(description && { description }),
        kind: 'base',
        currency: currency.code,
        interval: frame.interval,
        intervalCount: frame.intervalCount,
        ...(isTrial && { trial: { days, requiresPaymentMethod: false } }),
        status: 'draft',
        ...terms,
      },
      ...plainGrounds(
        { confidence, evidence: price.grounds.evidence },
        (amountMinor > 0 || offered.currency === null ? currency.trust : 1) *
          (isFrom ? FROM_TRUST : 1),
      ),
    }
  }

  return {
    entries: [
      product,
      ...metering.entries,
      ...tierEntries,
      ...plans,
      ...draftAddons(addons, { productSlug: product.slug, currency, metering, slugs, notes }),
      ...draftPackages(offered.creditPackages, {
        productSlug: product.slug,
        onlyTier: tierEntries.length === 1 ? (tierEntries[0]?.slug ?? null) : null,
        currency,
        credits,
        metering,
        slugs,
        notes,
      }),
    ],
    productSlug: product.slug,
    trackingContract: metering.trackingContract,
    skipped: notes.skipped,
    missed: notes.missed,
  }
}

interface PlanParts {
  tier: WholeTier
  tierSlug: string
  price: ChosenPrice
  variants: number
  terms: ReturnType<typeof draftPlan>
}

/** Adds a free plan to a page without tiers that sells by use or in packages. */
function withPayAsYouGo(offer: Offer): Offer {
  const [ground] = [...offer.usagePrices.map(plainUnit), ...offer.creditPackages]
  if (offer.tiers.length > 0 || !ground) return offer
  const tier: ReadTier = {
    name: 'Pay as you go',
    prices: [{ interval: 'month', amountMinor: 0, confidence: 0.5, evidence: ground.evidence }],
    entitlements: [],
    excluded: [],
    overage: [],
    confidence: 0.5,
    evidence: ground.evidence,
  }
  return { ...offer, tiers: [tier] }
}

/** The prices of a tier that become plans. Notes the reason if there are none. */
function pricesOf({ name, read }: WholeTier, currency: DraftCurrency, notes: Notes): ChosenPrice[] {
  const prices = choosePrices(name, read, notes).filter(
    ({ amountMinor }) => amountMinor === 0 || currency.holdsAmounts,
  )
  if (prices.length > 0) return prices
  if (read.contactSales === true) {
    notes.skip('plan', name, 'This tier has no public price: customers contact sales.')
  } else if (read.prices.every(({ interval }) => interval !== 'hour')) {
    notes.skip('plan', name, 'The price could not be read. The tier was drafted; add a plan to it.')
  }
  return prices
}

/** The tiers whose plans charge the unit prices of the whole page: the paid ones. */
function soldByPeriod(prices: readonly (readonly ChosenPrice[])[]): Set<number> {
  const recurring = prices.map((chosen) =>
    chosen.filter(({ frame }) => frame.period !== 'one_time'),
  )
  const places = (isSold: (price: ChosenPrice) => boolean) =>
    new Set(recurring.flatMap((chosen, index) => (chosen.some(isSold) ? [index] : [])))
  const paid = places(({ amountMinor }) => amountMinor > 0)
  return paid.size > 0 ? paid : places(() => true)
}

/** The feature that a price per seat sells: the seats of the page, unless they are also a limit. */
function findSeats(tiers: readonly WholeTier[], sheet: FeatureSheet): SheetRow | null {
  const [first] = tiers.filter(({ read }) => read.perSeat === true)
  if (!first) return null
  const isLimit = ({ readings }: SheetRow) =>
    tiers.some(({ read }, index) => read.perSeat === true && readings.get(index)?.is === 'number')
  const existing = sheet.rows.find(
    (row) => isSeat(row.name) && featureTypeOf(row) === 'config' && !isLimit(row),
  )
  const row = existing ?? sheet.imply('Seats', first.read)
  // The value makes the feature a number of seats instead of a flag.
  if (!existing) row.readings.set(-1, { is: 'number', number: 1, period: null, isLimit: true })
  return row
}

const isTrialLength = (days: number | undefined): days is number =>
  days !== undefined && Number.isInteger(days) && days >= 1 && days <= MAX_TRIAL_DAYS

const describe = ({ description = '' }: ReadTier, isFrom: boolean): string =>
  [
    shorten(plainText(description), MAX_DESCRIPTION),
    ...(isFrom ? ['The page gives this price as the lowest of several ("from").'] : []),
  ]
    .filter(Boolean)
    .join(' ')
