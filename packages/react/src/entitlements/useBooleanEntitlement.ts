import { type EntitlementState, useEntitlement } from './useEntitlement.ts'

interface BooleanEntitlement extends EntitlementState {
  readonly access: boolean
}

/** Returns whether the customer has a feature. */
export function useBooleanEntitlement(
  slug: string,
  { fallback }: { readonly fallback?: { readonly access: boolean } | undefined } = {},
): BooleanEntitlement {
  const { entitlement, ...state } = useEntitlement(slug, {
    fallback: fallback && { type: 'boolean', ...fallback },
  })
  return { access: entitlement?.access ?? false, ...state }
}
