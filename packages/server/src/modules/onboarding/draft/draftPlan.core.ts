import { currencyScale, unitPrice } from '@purser/contract'
import { formatAmount, multiply, parseAmount } from '../../../kernel/amount.ts'
import type { PageCredits } from '../credits/readCredits.core.ts'
import type { BoundPrice } from '../units/bindUnitPrices.core.ts'
import { minorUnitPrice, priceBeyond, usagePricing } from '../units/unitPrice.core.ts'
import { nameUnits } from '../units/units.core.ts'
import type { BodyOfKind } from './CatalogDraft.core.ts'
import type { ChosenPrice } from './choosePrices.core.ts'
import type { Metering } from './draftMetering.core.ts'
import type { WholeTier } from './expandTiers.core.ts'
import { type FeatureSheet, featureTypeOf, type SheetRow } from './FeatureSheet.core.ts'
import type { Notes } from './names.core.ts'
import { coveredUsage, grantTerms, quotaTerms } from './quotaTerms.core.ts'
import type { FeatureValue } from './readValue.core.ts'

type PlanBody = BodyOfKind<'plan'>
type Charge = PlanBody['charges'][number]
type Entitlement = PlanBody['entitlements'][number]

export interface PlanTermsInput {
  tier: WholeTier
  index: number
  chosen: ChosenPrice
  currency: string
  /**
   * True for the plan with the shortest interval. Prices per seat without a period belong to it.
   */
  isShortest: boolean
  unitPrices: readonly BoundPrice[]
  seats: SheetRow | null
  /** True if credits can be bought, so that plans without credits can spend them. */
  sellsCredits: boolean
  sheet: FeatureSheet
  credits: PageCredits
  metering: Metering
  notes: Notes
}

const MAX_ENTITLEMENTS = 500
const MAX_CHARGES = 100

/** Drafts the charges, entitlements and grant rules of a plan. */
export function draftPlan(
  input: PlanTermsInput,
): Pick<PlanBody, 'charges' | 'entitlements' | 'grantRules'> {
  const { tier, index, chosen, credits, metering, notes } = input
  const usage = usageCharges(input)
  const charges = [...baseCharges(input), ...usage.charges, ...limitCharges(input)]
  const entitlements = [
    ...creditEntitlements(input, usage.overflowing),
    ...input.sheet.rows.flatMap((row) => entitlementOf(row, input, usage.pricedKeys) ?? []),
  ]
  if (entitlements.length > MAX_ENTITLEMENTS || charges.length > MAX_CHARGES) {
    notes.miss(
      `"${tier.name}" has more features or charges than a plan can hold. The last ones are left out.`,
    )
  }
  return {
    charges: charges.slice(0, MAX_CHARGES),
    entitlements: entitlements.slice(0, MAX_ENTITLEMENTS),
    grantRules: (credits.grants[index] ?? []).flatMap(
      ({ currency, amount, period }) =>
        grantTerms(
          { name: currency.name, amount, period },
          chosen.frame,
          metering.currencySlug(currency),
          notes,
        ) ?? [],
    ),
  }
}

/** Charges that do not depend on use: the price, per seat or flat, and the setup fee. */
function baseCharges({ tier, chosen, seats, metering, notes }: PlanTermsInput): Charge[] {
  const { frame, amountMinor } = chosen
  const isSeats = tier.read.perSeat === true && seats !== null
  const charges: Charge[] = []
  if (amountMinor > 0 && frame.period === 'one_time') {
    if (isSeats) {
      notes.miss(
        `"${tier.name}" is a one-time purchase per seat. The draft uses the price of one seat.`,
      )
    }
    charges.push({
      type: 'one_off',
      name: tier.name,
      pricing: { model: 'flat', amount: amountMinor },
    })
  } else if (amountMinor > 0 && isSeats) {
    charges.push({
      type: 'recurring',
      name: seats.name,
      featureSlug: metering.featureSlug(seats),
      quantity: 1,
      pricing: { model: 'per_unit', unitAmount: String(amountMinor) },
    })
  } else if (amountMinor > 0) {
    charges.push({
      type: 'recurring',
      name: tier.name,
      pricing: { model: 'flat', amount: amountMinor },
    })
  }
  const setup = tier.read.setupFeeMinor ?? 0
  if (setup > 0 && Number.isSafeInteger(setup) && setup < 10 ** 15 && frame.period !== 'one_time') {
    charges.push({ type: 'one_off', name: 'Setup fee', pricing: { model: 'flat', amount: setup } })
  } else if (setup !== 0) {
    notes.miss(
      `The setup fee of "${tier.name}" is left out, because the plan is bought once or the fee is not a valid amount.`,
    )
  }
  return charges
}

interface UsageCharges {
  charges: Charge[]
  /** Keys of things with a price beyond their quota. */
  pricedKeys: Set<string>
  /** Keys of things that are billed when no credits are left. */
  overflowing: Set<string>
}

function usageCharges(input: PlanTermsInput): UsageCharges {
  const { tier, index, chosen, currency, unitPrices, sheet, credits, metering, notes } = input
  const scale = currencyScale(currency) ?? 2
  const charges: Charge[] = []
  const pricedKeys = new Set<string>()
  const overflowing = new Set<string>()
  const charge = (key: string, name: string, pricing: Charge['pricing']) => {
    // Each metric is charged once.
    if (pricedKeys.has(key)) return
    pricedKeys.add(key)
    charges.push({ type: 'usage', name, metricId: metering.metricSlug(key), pricing })
  }
  // A direct price comes before the price of the credits that the action costs.
  for (const bound of unitPrices.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (bound.of === 'use') {
      const readings = sheet.rowsOf(bound.key).flatMap(({ readings }) => readings.get(index) ?? [])
      const name = sheet.rowsOf(bound.key)[0]?.what ?? nameUnits(bound.price.unit)
      const free = freeUnits(readings, chosen.frame)
      const priced = free === null ? null : usagePricing(bound.price, free, scale)
      if (free === null) {
        notes.miss(
          `The price of "${name}" beyond its quota is left out of "${tier.name}, ${chosen.frame.word}", because the quota and the plan have different periods.`,
        )
      } else if (!priced) {
        notes.miss(
          `The unit price of "${name}" (${bound.price.amount}) is left out, because it cannot be charged.`,
        )
      } else {
        if (!priced.isExact) {
          notes.miss(`The unit price of "${name}" has more than nine decimals and was rounded.`)
        }
        if (readings.some((reading) => isForLongerPeriod(reading, chosen))) {
          notes.miss(
            `"${tier.name}, ${chosen.frame.word}" bills usage of "${name}" once per billing period. The first ${free} are free.`,
          )
        }
        charge(bound.key, name, priced.pricing)
        // Credits are spent first, and then money is charged.
        if (credits.actions.some(({ key }) => key === bound.key)) overflowing.add(bound.key)
      }
    } else if (bound.of === 'credits') {
      const perCredit = minorUnitPrice(bound.price.amount, bound.price.per, scale)
      for (const { action } of metering.creditFeatures) {
        if (action.currency !== bound.currency || !perCredit) continue
        const unitAmount = formatAmount(
          multiply(parseAmount(action.cost), parseAmount(perCredit.unitAmount)),
        )
        if (!isPrice(unitAmount)) continue
        charge(action.key, `${action.name} beyond the credits`, { model: 'per_unit', unitAmount })
        overflowing.add(action.key)
      }
      if (!perCredit)
        notes.miss(
          `The price of additional ${bound.currency.name} is left out, because it cannot be charged.`,
        )
    }
  }
  return { charges, pricedKeys, overflowing }
}

const rankOf = ({ of }: BoundPrice): number => (of === 'use' ? 0 : 1)

const isPrice = (decimal: string): boolean =>
  unitPrice.safeParse(decimal).success && decimal !== '0'

const isForLongerPeriod = (reading: FeatureValue, { frame }: ChosenPrice): boolean =>
  reading.is === 'number' &&
  reading.period !== null &&
  (coveredUsage(reading, frame) ?? 0) > reading.number

/** The number of free units before usage is charged: the smallest quota. */
function freeUnits(readings: readonly FeatureValue[], frame: ChosenPrice['frame']): number | null {
  const covered = readings.map((reading) => coveredUsage(reading, frame))
  if (covered.includes(null)) return null
  const quotas = covered.filter((amount) => amount !== null && amount > 0)
  return quotas.length > 0 ? Math.min(...quotas.map(Number)) : 0
}

/**
 * Charges for more of a limit. The included number is free, and the subscription states the
 * quantity.
 */
function limitCharges({
  tier,
  index,
  chosen,
  currency,
  isShortest,
  unitPrices,
  metering,
  notes,
}: PlanTermsInput): Charge[] {
  return unitPrices.flatMap((bound): Charge[] => {
    if (bound.of !== 'limit') return []
    const { row, price } = bound
    const unit = minorUnitPrice(price.amount, price.per, currencyScale(currency) ?? 2)
    if (!unit || !isShortest || chosen.frame.period === 'one_time') {
      notes.miss(
        `The price of additional "${row.name}" is left out of "${tier.name}, ${chosen.frame.word}", because the page does not state it for that plan.`,
      )
      return []
    }
    const reading = row.readings.get(index)
    const included = reading?.is === 'number' ? Math.floor(reading.number) : 0
    return [
      {
        type: 'recurring',
        name: row.name,
        featureSlug: metering.featureSlug(row),
        quantity: Math.min(included, 1_000_000_000),
        pricing:
          included > 0
            ? priceBeyond(included, unit.unitAmount)
            : { model: 'per_unit', unitAmount: unit.unitAmount },
      },
    ]
  })
}

/**
 * Entitlements to the actions that cost credits, if the plan grants credits or they can be bought.
 */
function creditEntitlements(
  { index, credits, metering, sellsCredits }: PlanTermsInput,
  overflowing: ReadonlySet<string>,
): Entitlement[] {
  return metering.creditFeatures.flatMap(({ slug, action }): Entitlement[] => {
    const { currency, key } = action
    const isUnlimited = credits.unlimited[index]?.has(currency) === true
    const isGiven = credits.grants[index]?.some((grant) => grant.currency === currency) === true
    if (!isUnlimited && !isGiven && !sellsCredits && !overflowing.has(key)) return []
    return [
      {
        featureSlug: slug,
        // With unlimited credits the actions cost nothing.
        ...(isUnlimited && { creditCost: { perUnit: '0', rules: [] } }),
        ...(overflowing.has(key) && { onExhausted: 'invoice' as const }),
      },
    ]
  })
}

function entitlementOf(
  row: SheetRow,
  { index, chosen, tier, seats, metering, notes }: PlanTermsInput,
  pricedKeys: ReadonlySet<string>,
): Entitlement | null {
  const featureSlug = metering.featureSlug(row)
  // As many seats as are paid for, beginning with one.
  if (row === seats && tier.read.perSeat === true) return { featureSlug, value: 1 }
  const reading = row.readings.get(index)
  if (!reading) return null
  switch (featureTypeOf(row)) {
    case 'boolean':
      return { featureSlug }
    case 'config':
      return { featureSlug, value: configValue(reading) }
    case 'metered': {
      const about = { name: row.name, frame: chosen.frame, isPaidBeyond: pricedKeys.has(row.key) }
      return { featureSlug, ...quotaTerms(reading, about, notes) }
    }
  }
}

function configValue(reading: FeatureValue): number | string {
  if (reading.is === 'number') return reading.number
  return reading.is === 'text' ? reading.text : reading.is
}
