import type { DeniedReason, EntitlementValue } from '@purser/contract/client'

export type EntitlementsBySlug = Readonly<Record<string, EntitlementValue>>

export interface ResolvedEntitlement {
  readonly entitlement: EntitlementValue | null
  /** The value is the fallback: nothing better is known, or there is nothing. */
  readonly isFallback: boolean
  /** null when there is access; `not_loaded` while nothing is known. */
  readonly deniedReason: DeniedReason | null
}

/** What the customer has of a feature, or the fallback where that is nothing or not known. */
export function resolveEntitlement(
  values: EntitlementsBySlug | undefined,
  featureSlug: string,
  fallback: EntitlementValue | undefined,
): ResolvedEntitlement {
  const known = values && Object.hasOwn(values, featureSlug) ? values[featureSlug] : undefined
  const isFallback = fallback !== undefined && !isEntitled(known)
  const entitlement = isFallback ? fallback : (known ?? null)
  const reason =
    values === undefined ? 'not_loaded' : (entitlement?.deniedReason ?? 'no_entitlement')
  return { entitlement, isFallback, deniedReason: entitlement?.access ? null : reason }
}

/** A denial for want of credits or quota, or of one value among others, is an entitlement all the same. */
function isEntitled(value: EntitlementValue | undefined): boolean {
  if (value === undefined) return false
  if (value.type === 'enum' && value.enumValues.length > 0) return true
  return value.deniedReason !== 'no_entitlement' && value.deniedReason !== 'no_active_subscription'
}
