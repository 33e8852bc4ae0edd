import type { ListItem } from '@purser/contract/client'
import { listAll } from '../client/listAll.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

type Plan = ListItem<'listPlans'>

const NONE: readonly Plan[] = []

/** Public plans on sale. */
export function usePlans(): QueryState & { readonly plans: readonly Plan[] } {
  const { data, ...state } = useApiQuery({
    family: 'plans',
    audience: 'public',
    load: (client) =>
      listAll((page) => client.request('listPlans', { query: { status: 'active', ...page } })),
  })
  return { plans: data ?? NONE, ...state }
}
