import { type EntitlementState, useEntitlement } from './useEntitlement.ts'

interface CreditOptions {
  readonly fallback?: { readonly access: boolean; readonly creditBalance: number } | undefined
}

interface CreditEntitlement extends EntitlementState {
  readonly access: boolean
  /** The balance of the feature's wallet. */
  readonly creditBalance: number
}

/** Returns whether the customer may spend credits on a feature, and the balance. */
export function useCreditEntitlement(
  slug: string,
  { fallback }: CreditOptions = {},
): CreditEntitlement {
  const { entitlement, ...state } = useEntitlement(slug, {
    fallback: fallback && { type: 'credit', ...fallback },
  })
  return {
    access: entitlement?.access ?? false,
    creditBalance: entitlement?.type === 'credit' ? entitlement.creditBalance : 0,
    ...state,
  }
}
