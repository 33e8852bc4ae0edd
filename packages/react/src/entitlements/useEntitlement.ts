import type { EntitlementValue } from '@purser/contract/client'
import type { QueryState } from '../client/useApiQuery.ts'
import { type ResolvedEntitlement, resolveEntitlement } from './resolveEntitlement.ts'
import { type EntitlementQuestion, useEntitlementQuery } from './useEntitlementQuery.ts'

export interface EntitlementOptions {
  /** Asks the server whether this many units can still be consumed. */
  readonly requestedUsage?: number | undefined
  /** Asks the server whether all of these values are allowed. */
  readonly requestedValues?: readonly string[] | undefined
  /** Returned while loading, after an error, and if the customer is not entitled to the feature. */
  readonly fallback?: EntitlementValue | undefined
}

export type EntitlementState = QueryState & Omit<ResolvedEntitlement, 'entitlement'>

/**
 * Returns the customer's entitlement to a feature: from the shared cache, or from the server if the
 * options request usage or values.
 */
export function useEntitlement(
  featureSlug: string,
  options: EntitlementOptions = {},
): EntitlementState & Pick<ResolvedEntitlement, 'entitlement'> {
  const { data, ...state } = useEntitlementQuery(questionOf(featureSlug, options))
  return { ...resolveEntitlement(data, featureSlug, options.fallback), ...state }
}

function questionOf(
  featureSlug: string,
  { requestedUsage, requestedValues }: EntitlementOptions,
): EntitlementQuestion {
  const asksValues = requestedValues !== undefined && requestedValues.length > 0
  return requestedUsage !== undefined || asksValues
    ? {
        kind: 'probe',
        featureSlug,
        requestedUsage,
        requestedValues: asksValues ? [...requestedValues].sort() : undefined,
      }
    : { kind: 'all' }
}
