import { type EntitlementState, useEntitlement } from './useEntitlement.ts'

type Value = number | string | null

interface ConfigOptions {
  readonly fallback?: { readonly access: boolean; readonly value: Value } | undefined
}

interface ConfigEntitlement extends EntitlementState {
  readonly access: boolean
  /** null if the customer has none. */
  readonly value: Value
}

/** Returns the customer's value of a feature. */
export function useConfigEntitlement(
  slug: string,
  { fallback }: ConfigOptions = {},
): ConfigEntitlement {
  const { entitlement, ...state } = useEntitlement(slug, {
    fallback: fallback && { type: 'config', ...fallback },
  })
  return {
    access: entitlement?.access ?? false,
    value: entitlement?.type === 'config' ? entitlement.value : null,
    ...state,
  }
}
