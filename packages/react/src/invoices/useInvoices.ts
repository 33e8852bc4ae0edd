import type { Invoice, QueryInput } from '@purser/contract/client'
import { type PagingState, useApiPages } from '../client/useApiPages.ts'
import type { QueryState } from '../client/useApiQuery.ts'

export type InvoiceFilters = Omit<NonNullable<QueryInput<'listInvoices'>>, 'customerId' | 'cursor'>

/** The customer's invoices, newest first, page by page. */
export function useInvoices(
  filters: InvoiceFilters = {},
): QueryState & PagingState & { readonly invoices: readonly Invoice[] } {
  const { items: invoices, ...state } = useApiPages<Invoice>({
    family: 'invoices',
    key: ['list', filters],
    load: (client, cursor) => client.request('listInvoices', { query: { ...filters, cursor } }),
  })
  return { invoices, ...state }
}
