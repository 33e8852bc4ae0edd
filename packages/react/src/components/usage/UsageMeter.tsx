import type { ReactElement } from 'react'
import { useEntitlements } from '../../entitlements/useEntitlements.ts'
import { useUsageMeter } from '../../usage/useUsageMeter.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { MeterBar, MeterSkeleton } from './MeterBar.tsx'

interface CommonProps {
  /** Default: the name of the metric or feature. */
  readonly label?: string | undefined
  readonly className?: string | undefined
}

export type UsageMeterProps = CommonProps &
  (
    | { readonly metricId: string; readonly featureSlug?: undefined }
    | { readonly featureSlug: string; readonly metricId?: undefined }
  )

/** Shows how much of one allowance is used in this period. */
export function UsageMeter(props: UsageMeterProps): ReactElement {
  return props.featureSlug === undefined ? (
    <MetricMeter {...props} metricId={props.metricId} />
  ) : (
    <FeatureMeter {...props} featureSlug={props.featureSlug} />
  )
}

function MetricMeter({
  metricId,
  label,
  className,
}: CommonProps & { readonly metricId: string }): ReactElement {
  const { meter, error, refetch } = useUsageMeter(metricId)
  if (meter) {
    const { metricName, usage, limit } = meter
    return (
      <MeterBar label={label ?? metricName} usage={usage} limit={limit} className={className} />
    )
  }
  return error ? <ErrorNotice error={error} onRetry={refetch} /> : <MeterSkeleton />
}

function FeatureMeter({
  featureSlug,
  label,
  className,
}: CommonProps & { readonly featureSlug: string }): ReactElement {
  const { entitlements, isLoading, error, refetch } = useEntitlements()
  const entitlement = entitlements[featureSlug]
  if (entitlement === undefined && isLoading) return <MeterSkeleton />
  if (entitlement === undefined && error) return <ErrorNotice error={error} onRetry={refetch} />
  const metered = entitlement?.type === 'metered' ? entitlement : null
  return (
    <MeterBar
      label={label ?? entitlement?.featureName ?? featureSlug}
      usage={metered?.usage ?? null}
      limit={metered && !metered.isUnlimited ? metered.limit : null}
      resetsAt={metered?.nextResetAt}
      className={className}
    />
  )
}
