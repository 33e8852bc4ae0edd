import { type EntitlementState, useEntitlement } from './useEntitlement.ts'

const NONE: readonly string[] = []

interface EnumOptions {
  /** Asks the server whether all of these values are allowed. `access` contains the answer. */
  readonly requestedValues?: readonly string[] | undefined
  readonly fallback?:
    | { readonly access: boolean; readonly enumValues: readonly string[] }
    | undefined
}

interface EnumEntitlement extends EntitlementState {
  readonly access: boolean
  readonly enumValues: readonly string[]
}

/** Returns the values of a feature that the customer may choose. */
export function useEnumEntitlement(
  slug: string,
  { requestedValues, fallback }: EnumOptions = {},
): EnumEntitlement {
  const { entitlement, ...state } = useEntitlement(slug, {
    requestedValues,
    fallback: fallback && {
      type: 'enum',
      access: fallback.access,
      enumValues: [...fallback.enumValues],
    },
  })
  return {
    access: entitlement?.access ?? false,
    enumValues: entitlement?.type === 'enum' ? entitlement.enumValues : NONE,
    ...state,
  }
}
