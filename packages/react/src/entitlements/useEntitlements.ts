import type { EntitlementValue, ListedEntitlementValue } from '@purser/contract/client'
import { useMemo } from 'react'
import type { QueryState } from '../client/useApiQuery.ts'
import { type EntitlementsBySlug, resolveEntitlement } from './resolveEntitlement.ts'
import { useEntitlementQuery } from './useEntitlementQuery.ts'

export interface EntitlementsOptions {
  /** Asks the server; sends no request without slugs. */
  readonly fresh?: boolean | undefined
  readonly fallback?: EntitlementsBySlug | undefined
}

/** An entitlement in the list. Only the list of all includes the name. */
type EntitlementOfList = ListedEntitlementValue & { readonly featureName?: string | undefined }

interface EntitlementsState extends QueryState {
  readonly entitlements: Readonly<Record<string, EntitlementOfList>>
  /** Sorted by feature slug. */
  readonly list: readonly EntitlementOfList[]
}

/** Returns the customer's entitlements to all or some features. */
export function useEntitlements(
  slugs?: readonly string[] | undefined,
  { fresh = false, fallback }: EntitlementsOptions = {},
): EntitlementsState {
  const sortedSlugs = slugs && [...slugs].sort()
  const { data, ...state } = useEntitlementQuery(
    fresh ? { kind: 'batch', slugs: sortedSlugs ?? [] } : { kind: 'all' },
  )
  const slugsKey = JSON.stringify(sortedSlugs ?? Object.keys({ ...fallback, ...data }).sort())
  const list = useMemo(
    () =>
      (JSON.parse(slugsKey) as string[]).flatMap((slug) => entryOf(data, slug, fallback?.[slug])),
    [slugsKey, data, fallback],
  )
  const entitlements = useMemo(
    () => Object.fromEntries(list.map((value) => [value.featureSlug, value])),
    [list],
  )
  return { entitlements, list, ...state }
}

function entryOf(
  data: EntitlementsBySlug | undefined,
  featureSlug: string,
  fallback: EntitlementValue | undefined,
): EntitlementOfList[] {
  const { entitlement } = resolveEntitlement(data, featureSlug, fallback)
  return entitlement ? [{ ...entitlement, featureSlug }] : []
}
