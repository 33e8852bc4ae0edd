import { useEntitlements } from '@purser/react'
import { UsageHistory, UsageMeters } from '@purser/react/components'
import type { ReactElement } from 'react'

/** What was used, against its limits and day by day. */
export function UsageView(): ReactElement {
  const { isLoading } = useEntitlements()
  return (
    <>
      <UsageMeters />
      {/* How many meters there are is not known before, and nothing should be pushed about. */}
      {!isLoading && <UsageHistory />}
    </>
  )
}
