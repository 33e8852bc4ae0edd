import type { Offer, ReadAddon } from '@purser/pricing-reader'
import type { DraftCurrency } from '../credits/draftCurrency.core.ts'
import { nameKey } from '../units/units.core.ts'
import type { BodyOfKind, DraftEntry } from './CatalogDraft.core.ts'
import { type ChosenPrice, choosePrices } from './choosePrices.core.ts'
import { type Metering, prefixSlug } from './draftMetering.core.ts'
import { type FeatureSheet, featureTypeOf, type SheetRow } from './FeatureSheet.core.ts'
import { capitalizeName, type Notes, plainGrounds, plainName, type SlugBook } from './names.core.ts'
import { slugFor } from './slugFor.core.ts'

type Charge = BodyOfKind<'plan'>['charges'][number]

/** An add-on, and the feature that tells an application whether a customer has it. */
export interface SheetAddon {
  read: ReadAddon
  name: string
  row: SheetRow | null
}

/** Adds the add-ons to the feature sheet. */
export const listAddons = ({ addons }: Offer, sheet: FeatureSheet): SheetAddon[] =>
  addons.flatMap((read) => {
    const name = plainName(read.name)
    if (name === '') return []
    const existing = sheet.row(nameKey(name))
    if (read.perSeat === true) {
      const row = sheet.imply(existing ? `${name} seats` : name, read)
      // The value makes the feature a number of seats instead of a flag.
      row.readings.set(-1, { is: 'number', number: 1, period: null, isLimit: true })
      return [{ read, name, row }]
    }
    if (!existing) return [{ read, name, row: sheet.imply(name, read) }]
    // For a counted feature, the page does not say how many the add-on adds.
    return [{ read, name, row: featureTypeOf(existing) === 'boolean' ? existing : null }]
  })

interface AddonContext {
  productSlug: string
  currency: DraftCurrency
  metering: Metering
  slugs: SlugBook
  notes: Notes
}

/** Drafts a plan of kind `addon` for each price of each add-on. */
export function draftAddons(addons: readonly SheetAddon[], context: AddonContext): DraftEntry[] {
  return addons.flatMap(({ read, name, row }): DraftEntry[] => {
    const prices = choosePrices(name, read, context.notes).filter(
      ({ amountMinor }) => amountMinor === 0 || context.currency.holdsAmounts,
    )
    if (prices.length === 0) {
      context.notes.skip('plan', name, 'The add-on has no price that a plan can use.')
    }
    return prices.map((chosen) => draftAddon(read, name, row, chosen, prices.length, context))
  })
}

function draftAddon(
  read: ReadAddon,
  name: string,
  row: SheetRow | null,
  chosen: ChosenPrice,
  variants: number,
  { productSlug, currency, metering, slugs }: AddonContext,
): DraftEntry {
  const { frame } = chosen
  const featureSlug = row ? metering.featureSlug(row) : null
  const isSeats = read.perSeat === true
  const planName = variants > 1 ? `${capitalizeName(name)}, ${frame.word}` : capitalizeName(name)
  return {
    kind: 'plan',
    slug: slugs.claim('plan', `${prefixSlug(productSlug, slugFor(name))}-${frame.word}`),
    name: planName,
    entry: {
      productId: productSlug,
      name: planName,
      kind: 'addon',
      currency: currency.code,
      interval: frame.interval,
      intervalCount: frame.intervalCount,
      status: 'draft',
      charges:
        chosen.amountMinor > 0
          ? [chargeOf(capitalizeName(name), chosen, isSeats ? featureSlug : null)]
          : [],
      entitlements: featureSlug ? [{ featureSlug, ...(isSeats && { value: 1 }) }] : [],
      grantRules: [],
    },
    ...plainGrounds(chosen.grounds, currency.trust * (chosen.isFrom ? 0.7 : 1)),
  }
}

function chargeOf(
  name: string,
  { frame, amountMinor }: ChosenPrice,
  seatFeature: string | null,
): Charge {
  if (frame.period === 'one_time') {
    return { type: 'one_off', name, pricing: { model: 'flat', amount: amountMinor } }
  }
  if (seatFeature === null) {
    return { type: 'recurring', name, pricing: { model: 'flat', amount: amountMinor } }
  }
  return {
    type: 'recurring',
    name,
    featureSlug: seatFeature,
    quantity: 1,
    pricing: { model: 'per_unit', unitAmount: String(amountMinor) },
  }
}
