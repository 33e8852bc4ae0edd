import type { InvoiceDetail } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

/** One invoice with its line items and payments. */
export function useInvoice(
  invoiceId: string | null | undefined,
): QueryState & { readonly invoice: InvoiceDetail | null } {
  const { data, ...state } = useApiQuery({
    family: 'invoices',
    key: ['one', invoiceId ?? null],
    enabled: Boolean(invoiceId),
    load: (client) => client.request('getInvoice', { params: { id: invoiceId ?? '' } }),
  })
  return { invoice: data ?? null, ...state }
}
