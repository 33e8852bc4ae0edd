import type { catalogEndpoints, ResponseOf } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'

// The kinds of catalog objects in the shape of the contract, which also has the type `Plan`.
export type Product = ResponseOf<typeof catalogEndpoints.getProduct>
export type CreditCurrency = ResponseOf<typeof catalogEndpoints.getCreditCurrency>
export type Metric = ResponseOf<typeof catalogEndpoints.getMetric>
export type Feature = ResponseOf<typeof catalogEndpoints.getFeature>
export type Tier = ResponseOf<typeof catalogEndpoints.getTier>
export type CreditPackage = ResponseOf<typeof catalogEndpoints.getCreditPackage>
export type Coupon = ResponseOf<typeof catalogEndpoints.getCoupon>

/**
 * Compares features by display order, then by slug. The first feature represents a group of
 * features.
 */
export const compareByDisplayOrder = (a: Feature, b: Feature): number =>
  a.displayOrder - b.displayOrder || (a.slug < b.slug ? -1 : 1)

/** An object that other objects can refer to. */
export interface ReferableObject {
  id: string
  status: 'active' | 'archived'
}

/**
 * Returns the reason why an object cannot be referred to, or null. An archived object accepts no
 * new references, but an object that already refers to it (`inUse`) may keep the reference.
 */
export function referenceProblem(
  noun: string,
  idOrSlug: string,
  found: ReferableObject | undefined,
  inUse = false,
): string | null {
  if (!found) return `there is no ${noun} "${idOrSlug}"`
  return found.status === 'archived' && !inUse ? `${noun} "${idOrSlug}" is archived` : null
}

interface Dependency {
  noun: string
  /** Null or empty if the subject has no such dependency. */
  item: { slug: string; status: string } | null | ''
}

/** Throws if one of the dependencies is archived. */
export function requireActiveDependencies(
  subject: string,
  dependencies: readonly Dependency[],
): void {
  const archived = dependencies.flatMap(({ noun, item }) =>
    item && item.status === 'archived' ? [`${noun} "${item.slug}"`] : [],
  )
  if (archived.length > 0) {
    throw new PurserError(
      'invalid_state',
      `${subject} refers to archived objects: ${archived.join(', ')}. Restore them first.`,
    )
  }
}
