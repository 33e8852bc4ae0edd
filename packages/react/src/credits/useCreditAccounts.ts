import type { CreditAccount } from '@purser/contract/client'
import { listAll } from '../client/listAll.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

const NONE: readonly CreditAccount[] = []

/** The customer's wallets with their active grants. */
export function useCreditAccounts(
  options: { readonly customerId?: string | undefined } = {},
): QueryState & { readonly accounts: readonly CreditAccount[] } {
  const { data, ...state } = useApiQuery({
    family: 'creditAccounts',
    key: [options.customerId ?? null],
    load: async (client) => {
      const customerId = options.customerId ?? (await client.customerId())
      return listAll((query) =>
        client.request('listCreditAccounts', { params: { customerId }, query }),
      )
    },
  })
  return { accounts: data ?? NONE, ...state }
}
