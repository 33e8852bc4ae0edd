import type { QueryInput, TopUpAttempt } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

export type TopupHistoryFilters = Omit<NonNullable<QueryInput<'listTopUpAttempts'>>, 'customerId'>

const NONE: readonly TopUpAttempt[] = []

/** One page of manual and automatic top-up attempts, newest first. */
export function useTopupHistory(filters: TopupHistoryFilters = {}): QueryState & {
  readonly attempts: readonly TopUpAttempt[]
  readonly nextCursor: string | null
} {
  const { data, ...state } = useApiQuery({
    family: 'topupHistory',
    key: [filters],
    load: (client) => client.request('listTopUpAttempts', { query: { ...filters } }),
  })
  return { attempts: data?.data ?? NONE, nextCursor: data?.nextCursor ?? null, ...state }
}
