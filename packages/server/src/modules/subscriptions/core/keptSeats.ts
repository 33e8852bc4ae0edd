import type { Plan } from '@purser/contract'
import type { Quantities } from './record.ts'

/** Of chosen seats, those that a plan sells; the others have no meaning there. */
export function keptSeats({ charges }: Pick<Plan, 'charges'>, quantities: Quantities): Quantities {
  const sold = new Set(charges.map(({ featureSlug }) => featureSlug))
  return Object.fromEntries(Object.entries(quantities).filter(([slug]) => sold.has(slug)))
}

/** Whether two choices of seats are the same, whatever their order. */
export function sameSeats(a: Quantities, b: Quantities): boolean {
  const slugs = Object.keys(a)
  return slugs.length === Object.keys(b).length && slugs.every((slug) => a[slug] === b[slug])
}
