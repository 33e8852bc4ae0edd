import { type EntitlementState, useEntitlement } from './useEntitlement.ts'

interface CreditOptions {
  readonly fallback?: { readonly access: boolean; readonly creditBalance: number } | undefined
}

interface CreditEntitlement extends EntitlementState {
  readonly access: boolean
  /** Of the wallet behind the feature. */
  readonly creditBalance: number
}

/** Whether the customer may spend credits on a feature, and how many there are. */
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
