import type { PricingPlan } from './PricingTier.ts'

interface SeatCharge {
  readonly featureSlug: string
  readonly name: string
  /** How many when nobody says. */
  readonly quantity: number
}

/** What a plan sells by the seat, each feature once. */
export function seatCharges({ charges }: Pick<PricingPlan, 'charges'>): readonly SeatCharge[] {
  const seats = charges.flatMap(({ type, featureSlug, name, quantity }) =>
    type === 'recurring' && featureSlug !== null
      ? [{ featureSlug, name, quantity: quantity ?? 1 }]
      : [],
  )
  return seats.filter(
    ({ featureSlug }, at) => seats.findIndex((seat) => seat.featureSlug === featureSlug) === at,
  )
}
