import type { catalogEndpoints, ResponseOf } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'

// The kinds of catalog objects as the contract shows them; a plan has its type there.
export type Product = ResponseOf<typeof catalogEndpoints.getProduct>
export type CreditCurrency = ResponseOf<typeof catalogEndpoints.getCreditCurrency>
export type Metric = ResponseOf<typeof catalogEndpoints.getMetric>
export type Feature = ResponseOf<typeof catalogEndpoints.getFeature>
export type Tier = ResponseOf<typeof catalogEndpoints.getTier>
export type CreditPackage = ResponseOf<typeof catalogEndpoints.getCreditPackage>
export type Coupon = ResponseOf<typeof catalogEndpoints.getCoupon>

/** The order in which features are shown, and in which one is idOrSlug where it stands for several. */
export const inDisplayOrder = (a: Feature, b: Feature): number =>
  a.displayOrder - b.displayOrder || (a.slug < b.slug ? -1 : 1)

/** What can be referred to: an object that is in use, or archived. */
export interface Referable {
  id: string
  status: 'active' | 'archived'
}

/**
 * Why an object cannot be referred to, or null. An archived object is closed to new use only:
 * whoever already rests on it (`inUse`) may go on.
 */
export function referenceProblem(
  noun: string,
  idOrSlug: string,
  found: Referable | undefined,
  inUse = false,
): string | null {
  if (!found) return `there is no ${noun} "${idOrSlug}"`
  return found.status === 'archived' && !inUse ? `${noun} "${idOrSlug}" is archived` : null
}

interface Dependency {
  noun: string
  /** Null, or no id to find it by, when there is nothing to rest on. */
  item: { slug: string; status: string } | null | ''
}

/** Refuses to bring something into use while what it rests on is archived. */
export function requireActive(subject: string, dependencies: readonly Dependency[]): void {
  const archived = dependencies.flatMap(({ noun, item }) =>
    item && item.status === 'archived' ? [`${noun} "${item.slug}"`] : [],
  )
  if (archived.length > 0) {
    throw new PurserError(
      'invalid_state',
      `${subject} rests on what is archived: ${archived.join(', ')}. Take that back into use first.`,
    )
  }
}
