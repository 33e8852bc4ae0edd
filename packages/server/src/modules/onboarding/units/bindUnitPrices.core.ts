import type { Offer, ReadUnitPrice } from '@purser/pricing-reader'
import type { PageCredits, PageCurrency } from '../credits/readCredits.core.ts'
import type { WholeTier } from '../draft/expandTiers.core.ts'
import { type FeatureSheet, featureTypeOf, type SheetRow } from '../draft/FeatureSheet.core.ts'
import type { Notes } from '../draft/names.core.ts'
import { isSeat, nameUnits, plainUnit, unitKey } from './units.core.ts'

/** A unit price of a tier, and the thing that it prices. */
export type BoundPrice = { price: ReadUnitPrice } & (
  | { of: 'use'; key: string }
  /** More of a limit, such as an additional seat. */
  | { of: 'limit'; row: SheetRow }
  | { of: 'credits'; currency: PageCurrency }
)

interface Binding {
  sheet: FeatureSheet
  credits: PageCredits
  notes: Notes
}

/**
 * Finds the thing that each unit price is for. Adds it to the sheet if the page does not mention it
 * elsewhere.
 */
export function bindUnitPrices(
  offer: Offer,
  tiers: readonly WholeTier[],
  /** Indexes of the tiers that the unit prices of the whole page apply to. */
  sold: ReadonlySet<number>,
  binding: Binding,
): BoundPrice[][] {
  // A price that a tier states applies to that tier only, even if the page repeats it.
  const ofTiers = new Set(
    tiers.flatMap(({ overage }) => overage.map((price) => unitKey(plainUnit(price).unit))),
  )
  const ofPage = eachOnce(
    offer.usagePrices
      .map(plainUnit)
      .filter((price) => isMoney(price) && !ofTiers.has(unitKey(price.unit))),
    binding.notes,
  )
  if (ofPage.length > 0 && sold.size === 0) {
    binding.notes.miss(
      'The unit prices of the page are left out, because no plan is billed periodically.',
    )
  }
  return tiers.map((tier, index) => {
    const tierPrices = tier.overage
      .map(plainUnit)
      .filter(isMoney)
      .flatMap((price) => bindOverage(index, tier, price, binding) ?? [])
    const pricedKeys = new Set(
      tierPrices.flatMap((bound) => (bound.of === 'use' ? [bound.key] : [])),
    )
    const shared = sold.has(index)
      ? ofPage.flatMap((price) => bindPagePrice(index, price, pricedKeys, binding) ?? [])
      : []
    return [...tierPrices, ...shared]
  })
}

/** Keeps the first price per unit, and notes the others. */
function eachOnce(prices: readonly ReadUnitPrice[], notes: Notes): ReadUnitPrice[] {
  const byUnit = new Map<string, ReadUnitPrice>()
  for (const price of prices) {
    const key = unitKey(price.unit)
    const first = byUnit.get(key)
    if (!first) byUnit.set(key, price)
    else if (first.amount !== price.amount || first.per !== price.per) {
      notes.miss(
        `The page has a second price for "${price.unit}": ${price.amount} for ${price.per}. The draft uses the first price.`,
      )
    }
  }
  return [...byUnit.values()]
}

const isMoney = ({ inCredits, unit }: ReadUnitPrice): boolean => inCredits !== true && unit !== ''

function bindOverage(
  index: number,
  { name, read }: WholeTier,
  price: ReadUnitPrice,
  { sheet, credits, notes }: Binding,
): BoundPrice | null {
  const { unit } = price
  const key = unitKey(unit)
  const currency = credits.currencyNamed(unit)
  if (currency) return { price, of: 'credits', currency }
  const said = sheet.rows.filter(({ readings }) => readings.has(index))
  const limits = said.filter(
    (row) => featureTypeOf(row) === 'config' && row.readings.get(index)?.is === 'number',
  )
  const limit =
    limits.find((row) => row.key === key) ??
    (isSeat(unit) ? limits.find((row) => isSeat(row.name)) : undefined)
  if (limit) return { price, of: 'limit', row: limit }
  if (isSeat(unit)) {
    if (read.perSeat) {
      notes.miss(`"${name}" is priced per seat. Its additional price per ${unit} is left out.`)
      return null
    }
    return { price, of: 'limit', row: seatsOf(sheet, index, price) }
  }
  if (isUnlimited(sheet, key, index)) return null
  const near =
    sheet.rowsOf(key).length > 0 ? [] : said.filter((row) => countsInUnits(row, index, key))
  const counted = near.length === 1 ? near[0]?.key : undefined
  return { price, of: 'use', key: usedKey(index, counted ?? key, price, { sheet, credits }) }
}

/** Adds a thing with a unit price to the sheet, unless credits pay for it. Returns its key. */
const usedKey = (
  tier: number,
  key: string,
  price: ReadUnitPrice,
  { sheet, credits }: Pick<Binding, 'sheet' | 'credits'>,
): string =>
  credits.actions.some((action) => action.key === key)
    ? key
    : sheet.price(tier, price.unit, key, price).key

/** Returns true if the tier includes unlimited use, so that nothing is left to pay for. */
const isUnlimited = (sheet: FeatureSheet, key: string, tier: number): boolean =>
  sheet.rowsOf(key).some(({ readings }) => readings.get(tier)?.is === 'unlimited')

/** Returns true if a quota is counted in the priced unit: "Transfer data GB" in GB. */
const countsInUnits = (
  { isUsed, key, readings }: SheetRow,
  tier: number,
  unit: string,
): boolean => {
  const words = key.split(' ')
  return (
    isUsed &&
    readings.get(tier)?.is === 'number' &&
    unit.split(' ').every((word) => words.includes(word))
  )
}

/** Seats that have a price but no number: none are included. */
function seatsOf(sheet: FeatureSheet, tier: number, price: ReadUnitPrice): SheetRow {
  const key = unitKey(price.unit)
  const existing = sheet.rows.find(
    (row) => row.key === key && featureTypeOf(row) === 'config' && !row.readings.has(tier),
  )
  const row = existing ?? sheet.imply(nameUnits(price.unit), price)
  row.readings.set(tier, { is: 'number', number: 0, period: null, isLimit: true })
  return row
}

function bindPagePrice(
  index: number,
  price: ReadUnitPrice,
  pricedKeys: ReadonlySet<string>,
  { sheet, credits, notes }: Binding,
): BoundPrice | null {
  const key = unitKey(price.unit)
  const currency = credits.currencyNamed(price.unit)
  if (currency) {
    notes.miss(
      `The page sells ${currency.name} individually (${price.amount} for ${price.per}). The draft contains only the packages.`,
    )
    return null
  }
  if (pricedKeys.has(key) || isUnlimited(sheet, key, index)) return null
  const isLimit = sheet.rowsOf(key).some((row) => featureTypeOf(row) === 'config')
  if (isLimit || isSeat(price.unit)) {
    notes.miss(
      `The price of "${price.unit}" (${price.amount} for ${price.per}) is left out, because it is not a usage price.`,
    )
    return null
  }
  return { price, of: 'use', key: usedKey(index, key, price, { sheet, credits }) }
}
