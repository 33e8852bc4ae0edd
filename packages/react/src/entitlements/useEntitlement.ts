import type { EntitlementValue } from '@purser/contract/client'
import type { QueryState } from '../client/useApiQuery.ts'
import { type ResolvedEntitlement, resolveEntitlement } from './resolveEntitlement.ts'
import { type EntitlementQuestion, useEntitlementQuery } from './useEntitlementQuery.ts'

export interface EntitlementOptions {
  /** Asks live whether that many units could still be consumed. */
  readonly requestedUsage?: number | undefined
  /** Asks live whether all of these values are allowed. */
  readonly requestedValues?: readonly string[] | undefined
  /** What to answer while loading, on an error, and when the customer has nothing of the feature. */
  readonly fallback?: EntitlementValue | undefined
}

export type EntitlementState = QueryState & Omit<ResolvedEntitlement, 'entitlement'>

/** What the customer has of a feature: from the cache of all entitlements, or live when probed. */
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
