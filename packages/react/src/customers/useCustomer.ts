import type { Customer } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

/** The customer of the provider's token. */
export function useCustomer(): QueryState & { readonly customer: Customer | null } {
  const { data, ...state } = useApiQuery({
    family: 'customer',
    load: async (client) =>
      client.request('getCustomer', { params: { customerId: await client.customerId() } }),
  })
  return { customer: data ?? null, ...state }
}
