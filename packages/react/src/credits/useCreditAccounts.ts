import type { CreditAccount } from '@purser/contract/client'
import { listAll } from '../client/listAll.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

const NONE: readonly CreditAccount[] = []
const WATCH_MS = 10_000
const WATCH_PENDING_MS = 2_000

interface CreditAccountsOptions {
  readonly customerId?: string | undefined
  /** Refetches automatically while the page is visible, more often during a top-up. */
  readonly watch?: boolean | undefined
}

/** The customer's wallets with their active grants. */
export function useCreditAccounts({
  customerId,
  watch = false,
}: CreditAccountsOptions = {}): QueryState & { readonly accounts: readonly CreditAccount[] } {
  const { data, ...state } = useApiQuery<readonly CreditAccount[]>({
    family: 'creditAccounts',
    key: [customerId ?? null],
    refreshMs: watch ? refreshAfter : undefined,
    load: async (client) => {
      const owner = customerId ?? (await client.customerId())
      return listAll((query) =>
        client.request('listCreditAccounts', { params: { customerId: owner }, query }),
      )
    },
  })
  return { accounts: data ?? NONE, ...state }
}

const refreshAfter = (accounts: readonly CreditAccount[] | undefined): number =>
  accounts?.some(({ autoTopupRuntime }) => autoTopupRuntime.isPending) ? WATCH_PENDING_MS : WATCH_MS
