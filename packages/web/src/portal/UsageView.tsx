import { UsageHistory, UsageMeters } from '@purser/react/components'
import type { ReactElement } from 'react'

/** What was used, against its limits and day by day. */
export const UsageView = (): ReactElement => (
  <>
    <UsageMeters />
    <UsageHistory />
  </>
)
