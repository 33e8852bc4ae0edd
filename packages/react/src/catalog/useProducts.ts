import type { ListItem } from '@purser/contract/client'
import { listAll } from '../client/listAll.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

type Product = ListItem<'listProducts'>

const NONE: readonly Product[] = []

/** Active products. */
export function useProducts({
  enabled = true,
}: {
  readonly enabled?: boolean | undefined
} = {}): QueryState & { readonly products: readonly Product[] } {
  const { data, ...state } = useApiQuery({
    family: 'products',
    audience: 'public',
    enabled,
    load: (client) =>
      listAll((page) => client.request('listProducts', { query: { status: 'active', ...page } })),
  })
  return { products: data ?? NONE, ...state }
}
