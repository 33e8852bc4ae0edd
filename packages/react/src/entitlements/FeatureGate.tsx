import type { DeniedReason, EntitlementValue } from '@purser/contract/client'
import { type ReactNode, useEffect, useInsertionEffect, useRef } from 'react'
import { useEntitlement } from './useEntitlement.ts'

export interface FeatureGateProps {
  readonly featureSlug: string
  /** Shown on denial; default null. */
  readonly fallback?: ReactNode
  /** Shown while loading; default null. */
  readonly loading?: ReactNode
  /** Called once per denial. Called again only after the customer regained access and lost it. */
  readonly onDenied?: ((reason: DeniedReason) => void) | undefined
  /** Number of units that must be available; checked with the server. */
  readonly requestedUsage?: number | undefined
  /** Used while loading, after an error, and if the customer is not entitled to the feature. */
  readonly fallbackEntitlement?: EntitlementValue | undefined
  readonly children?: ReactNode
}

/** Shows its children if the customer has access to the feature, whatever its type. */
export function FeatureGate(props: FeatureGateProps): ReactNode {
  const { featureSlug, requestedUsage, fallbackEntitlement, onDenied } = props
  const { isFallback, deniedReason, isLoading } = useEntitlement(featureSlug, {
    requestedUsage,
    fallback: fallbackEntitlement,
  })
  useDenial(featureSlug, isLoading ? 'unknown' : deniedReason, onDenied)
  if (isLoading && !isFallback) return props.loading ?? null
  return deniedReason === null ? props.children : (props.fallback ?? null)
}

/** Reports a denial once, however often the gate renders or strict mode runs its effects. */
function useDenial(
  featureSlug: string,
  reason: DeniedReason | null | 'unknown',
  onDenied: FeatureGateProps['onDenied'],
): void {
  const latest = useRef(onDenied)
  useInsertionEffect(() => {
    latest.current = onDenied
  })
  const reportedSlug = useRef<string | null>(null)
  useEffect(() => {
    if (reason === null) reportedSlug.current = null
    if (reason === null || reason === 'unknown' || reportedSlug.current === featureSlug) return
    reportedSlug.current = featureSlug
    latest.current?.(reason)
  }, [featureSlug, reason])
}
