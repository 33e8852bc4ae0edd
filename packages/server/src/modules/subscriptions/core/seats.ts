import type { Plan, Problem } from '@purser/contract'
import type { Quantities } from './record.ts'

/** How many of each seat feature a plan has when nobody says. */
const defaultSeats = (charges: Plan['charges']): Record<string, number> =>
  Object.fromEntries(
    charges.flatMap(({ featureSlug, quantity }) =>
      featureSlug === null ? [] : [[featureSlug, quantity ?? 1] as const],
    ),
  )

/** The seats of a subscription, all of the plan's and no others. */
export function seatsOf(
  { charges, slug }: Pick<Plan, 'charges' | 'slug'>,
  asked: Quantities = {},
): { quantities: Quantities } | { problems: Problem[] } {
  const seats = defaultSeats(charges)
  const problems = Object.keys(asked)
    .filter((feature) => !Object.hasOwn(seats, feature))
    .map((feature) => ({
      path: `quantities.${feature}`,
      message: `plan "${slug}" does not sell this feature by the seat`,
    }))
  return problems.length > 0 ? { problems } : { quantities: { ...seats, ...asked } }
}
