import { useMemo } from 'react'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'
import { fillDays, type UsageDay } from './fillDays.ts'

interface UsageHistory extends QueryState {
  /** By event name, with one entry per day, oldest first up to today. */
  readonly series: Readonly<Record<string, readonly UsageDay[]>>
  /** True if anything was used in the window. */
  readonly hasData: boolean
}

/** The customer's daily usage by UTC day and event name. */
export function useUsageHistory(days = 30): UsageHistory {
  const { data, ...state } = useApiQuery({
    family: 'usageHistory',
    key: [days],
    load: (client) => client.request('getUsageAggregate', { query: { days } }),
  })
  const series = useMemo(() => (data ? fillDays(data.data, data) : {}), [data])
  return { series, hasData: (data?.data.length ?? 0) > 0, ...state }
}
