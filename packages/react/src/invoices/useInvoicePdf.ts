import { useCallback } from 'react'
import { type MutationState, useApiMutation } from '../client/useApiMutation.ts'

/** Fetches an invoice as PDF. A plain link cannot, because it sends no token. */
export function useInvoicePdf(): MutationState & {
  readonly fetchInvoicePdf: (invoiceId: string) => Promise<Blob>
} {
  const { run, ...state } = useApiMutation('fetchInvoicePdf', async (client, id: string) => {
    const bytes = await client.request('getInvoicePdf', { params: { id } })
    return new Blob([bytes], { type: 'application/pdf' })
  })
  return { fetchInvoicePdf: useCallback((id) => run(id), [run]), ...state }
}
