import type { OperationOutput } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

type InvoicePage = OperationOutput<'getInvoicePage'>

/** One invoice with everything that a page needs to show it and accept its payment. */
export function useInvoicePage(
  invoiceId: string | null | undefined,
): QueryState & { readonly page: InvoicePage | null } {
  const { data, ...state } = useApiQuery({
    family: 'invoices',
    key: ['page', invoiceId ?? null],
    enabled: Boolean(invoiceId),
    load: (client) => client.request('getInvoicePage', { params: { id: invoiceId ?? '' } }),
  })
  return { page: data ?? null, ...state }
}
