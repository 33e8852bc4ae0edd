import type { PricingPlan } from './PricingTier.ts'
import { seatCharges } from './seatCharges.ts'

type Quantities = Readonly<Record<string, number>>

/** The seats that a plan sells, as many as there were; undefined when it sells none. */
export function countSeats(plan: PricingPlan, before: Quantities): Quantities | undefined {
  const charges = seatCharges(plan)
  if (charges.length === 0) return undefined
  return Object.fromEntries(
    charges.map(({ featureSlug, quantity }) => [featureSlug, before[featureSlug] ?? quantity]),
  )
}
