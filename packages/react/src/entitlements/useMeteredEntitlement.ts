import type { EntitlementValue } from '@purser/contract/client'
import { type EntitlementState, useEntitlement } from './useEntitlement.ts'

type Metered = Extract<EntitlementValue, { type: 'metered' }>
type Fields = Omit<Metered, 'type' | 'featureSlug' | 'deniedReason'>

const NOTHING: Fields = {
  access: false,
  remaining: 0,
  usage: 0,
  limit: 0,
  percentage: 0,
  isUnlimited: false,
  nextResetAt: null,
}

export interface MeteredFallback {
  readonly access: boolean
  readonly remaining?: number | undefined
  readonly isUnlimited?: boolean | undefined
  readonly limit?: number | undefined
  readonly usage?: number | undefined
}

interface MeteredOptions {
  /** Asks the server whether this many units can still be consumed. */
  readonly requestedUsage?: number | undefined
  readonly fallback?: MeteredFallback | undefined
}

/** Returns the customer's remaining units of a metered feature in this period. */
export function useMeteredEntitlement(
  slug: string,
  { requestedUsage, fallback }: MeteredOptions = {},
): EntitlementState & Readonly<Fields> {
  const { entitlement, ...state } = useEntitlement(slug, {
    requestedUsage,
    fallback: fallback && complete(fallback),
  })
  const value = entitlement?.type === 'metered' ? entitlement : NOTHING
  return {
    access: entitlement?.access ?? false,
    remaining: value.remaining,
    usage: value.usage,
    limit: value.limit,
    percentage: value.percentage,
    isUnlimited: value.isUnlimited,
    nextResetAt: value.nextResetAt,
    ...state,
  }
}

function complete({
  access,
  isUnlimited = false,
  usage = 0,
  limit = 0,
  remaining = 0,
}: MeteredFallback): Metered {
  const percentage = isUnlimited || limit === 0 ? 0 : (usage / limit) * 100
  return { ...NOTHING, type: 'metered', access, remaining, usage, limit, percentage, isUnlimited }
}
