import type { DeniedReason, EntitlementValue } from '@purser/contract/client'

export type EntitlementsBySlug = Readonly<Record<string, EntitlementValue>>

export interface ResolvedEntitlement {
  readonly entitlement: EntitlementValue | null
  /** The value is the fallback, because the real one is not known or does not exist. */
  readonly isFallback: boolean
  /** null if there is access; `not_loaded` while nothing is known. */
  readonly deniedReason: DeniedReason | null
}

/** Returns the customer's entitlement, or the fallback if it is unknown or missing. */
export function resolveEntitlement(
  values: EntitlementsBySlug | undefined,
  featureSlug: string,
  fallback: EntitlementValue | undefined,
): ResolvedEntitlement {
  const value = values && Object.hasOwn(values, featureSlug) ? values[featureSlug] : undefined
  const isFallback = fallback !== undefined && !isEntitled(value)
  const entitlement = isFallback ? fallback : (value ?? null)
  const reason =
    values === undefined ? 'not_loaded' : (entitlement?.deniedReason ?? 'no_entitlement')
  return { entitlement, isFallback, deniedReason: entitlement?.access ? null : reason }
}

/**
 * Returns whether the customer has the feature. A customer who only lacks credits, quota or one
 * value still has it.
 */
function isEntitled(value: EntitlementValue | undefined): boolean {
  if (value === undefined) return false
  if (value.type === 'enum' && value.enumValues.length > 0) return true
  return value.deniedReason !== 'no_entitlement' && value.deniedReason !== 'no_active_subscription'
}
