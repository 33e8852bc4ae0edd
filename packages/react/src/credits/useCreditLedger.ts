import type { LedgerEntry, QueryInput } from '@purser/contract/client'
import { type PagingState, useApiPages } from '../client/useApiPages.ts'
import type { QueryState } from '../client/useApiQuery.ts'

type LedgerQuery = Omit<
  NonNullable<QueryInput<'listLedgerEntries'>>,
  'customerId' | 'cursor' | 'type'
>

export interface CreditLedgerFilters extends LedgerQuery {
  /** In upper or lower case. */
  readonly type?: Lowercase<LedgerEntry['type']> | LedgerEntry['type'] | undefined
}

/** Changes of the customer's balances, newest first, page by page. */
export function useCreditLedger(
  filters: CreditLedgerFilters = {},
): QueryState & PagingState & { readonly entries: readonly LedgerEntry[] } {
  const { items: entries, ...state } = useApiPages<LedgerEntry>({
    family: 'creditLedger',
    key: [filters],
    load: (client, cursor) =>
      client.request('listLedgerEntries', { query: { ...filters, cursor } }),
  })
  return { entries, ...state }
}
