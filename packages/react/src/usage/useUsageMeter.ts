import type { OperationOutput } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

type UsageMeter = OperationOutput<'getUsageMeter'>

/** The customer's usage of a metric in this period. */
export function useUsageMeter(
  metricId: string | null | undefined,
): QueryState & { readonly meter: UsageMeter | null } {
  const { data, ...state } = useApiQuery({
    family: 'usageMeter',
    key: [metricId ?? null],
    enabled: Boolean(metricId),
    load: (client) => client.request('getUsageMeter', { query: { metricId: metricId ?? '' } }),
  })
  return { meter: data ?? null, ...state }
}
