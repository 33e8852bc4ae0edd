import type { Plan, Problem } from '@purser/contract'
import type { Quantities } from './subscription.core.ts'

/** The seats of a plan if the request names none. */
const defaultSeats = (charges: Plan['charges']): Record<string, number> =>
  Object.fromEntries(
    charges.flatMap(({ featureSlug, quantity }) =>
      featureSlug === null ? [] : [[featureSlug, quantity ?? 1] as const],
    ),
  )

/**
 * Returns the number of seats for every feature that the plan sells by the seat. Returns problems
 * if seats of other features are requested.
 */
export function seatsOf(
  { charges, slug }: Pick<Plan, 'charges' | 'slug'>,
  requested: Quantities = {},
): { quantities: Quantities } | { problems: Problem[] } {
  const seats = defaultSeats(charges)
  const problems = Object.keys(requested)
    .filter((feature) => !Object.hasOwn(seats, feature))
    .map((feature) => ({
      path: `quantities.${feature}`,
      message: `plan "${slug}" does not sell this feature by the seat`,
    }))
  return problems.length > 0 ? { problems } : { quantities: { ...seats, ...requested } }
}

/** Drops seats of features that the plan does not sell. */
export function seatsSoldBy(
  { charges }: Pick<Plan, 'charges'>,
  quantities: Quantities,
): Quantities {
  const sold = new Set(charges.map(({ featureSlug }) => featureSlug))
  return Object.fromEntries(Object.entries(quantities).filter(([slug]) => sold.has(slug)))
}

/** Compares seats regardless of their order. */
export function sameSeats(a: Quantities, b: Quantities): boolean {
  const slugs = Object.keys(a)
  return slugs.length === Object.keys(b).length && slugs.every((slug) => a[slug] === b[slug])
}
