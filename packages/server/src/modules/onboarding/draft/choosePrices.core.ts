import { money } from '@purser/contract'
import type { Grounds, ReadPrice } from '@purser/pricing-reader'
import type { Notes } from './names.core.ts'
import { type PlanFrame, planFrame, planPeriods } from './planFrame.core.ts'

/** A price that becomes a plan. */
export interface ChosenPrice {
  frame: PlanFrame
  amountMinor: number
  isFrom: boolean
  grounds: Grounds
}

interface Priced extends Grounds {
  prices: readonly ReadPrice[]
  isFree?: boolean
}

/**
 * Picks the prices of a tier or an add-on that become plans: one per interval, the shortest first.
 */
export function choosePrices(name: string, offered: Priced, notes: Notes): ChosenPrice[] {
  const usable = offered.prices.filter(({ interval, amountMinor }) => {
    if (!money.safeParse(amountMinor).success) {
      notes.miss(`A price of "${name}" is left out, because it is not a valid amount.`)
      return false
    }
    if (interval !== 'hour') return true
    notes.skip(
      'plan',
      `${name}, hourly`,
      'Plans cannot be billed hourly. Add a usage charge for the hours instead.',
    )
    return false
  })
  const paid = usable.filter(({ amountMinor }) => amountMinor > 0)
  if (paid.length === 0) return freePrice(usable, offered)
  return planPeriods.flatMap((period) => {
    const [first, ...others] = usable
      .filter(({ interval }) => interval === period)
      .toSorted((a, b) => rank(b) - rank(a))
    if (!first) return []
    const frame = planFrame(period)
    for (const other of new Set(others.map(({ amountMinor }) => amountMinor))) {
      if (other === first.amountMinor) continue
      notes.skip(
        'plan',
        `${name}, ${frame.word}`,
        `The page has a second ${frame.word} price: ${other} in minor units. The draft uses the more certain one.`,
      )
    }
    return [{ ...chosen(first), frame }]
  })
}

/**
 * A tier that is free at every interval becomes one plan, monthly unless the page says otherwise.
 */
function freePrice(prices: readonly ReadPrice[], offered: Priced): ChosenPrice[] {
  if (prices.length === 0 && !offered.isFree) return []
  const period =
    planPeriods.find(
      (candidate) =>
        candidate !== 'one_time' && prices.some(({ interval }) => interval === candidate),
    ) ?? 'month'
  const [first] = prices
  const free = { amountMinor: 0, isFrom: false, grounds: first ?? offered }
  return [{ ...free, frame: planFrame(period) }]
}

const chosen = (price: ReadPrice): Omit<ChosenPrice, 'frame'> => ({
  amountMinor: price.amountMinor,
  isFrom: price.isFrom === true,
  grounds: price,
})

/** A visible price is more certain than a price in a script. */
const rank = ({ confidence, source }: ReadPrice): number =>
  (Number.isFinite(confidence) ? confidence : 0) +
  (source === undefined || source === 'attr' ? 1 : 0)
