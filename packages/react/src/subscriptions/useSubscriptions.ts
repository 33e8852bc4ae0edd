import type { QueryInput, Subscription } from '@purser/contract/client'
import { listAll } from '../client/listAll.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

export type SubscriptionFilters = Pick<
  NonNullable<QueryInput<'listSubscriptions'>>,
  'status' | 'planId'
>

const NONE: readonly Subscription[] = []

/** The customer's subscriptions, newest first. */
export function useSubscriptions(
  filters: SubscriptionFilters = {},
  { enabled = true }: { readonly enabled?: boolean | undefined } = {},
): QueryState & { readonly subscriptions: readonly Subscription[] } {
  const { data, ...state } = useApiQuery({
    family: 'subscriptions',
    key: [filters],
    enabled,
    load: (client) =>
      listAll((page) => client.request('listSubscriptions', { query: { ...filters, ...page } })),
  })
  return { subscriptions: data ?? NONE, ...state }
}
