import type { ListItem } from '@purser/contract/client'
import { listAll } from '../client/listAll.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

type CreditCurrency = ListItem<'listActiveCreditCurrencies'>

const NONE: readonly CreditCurrency[] = []

/** All active credit currencies of the organization. */
export function useCreditCurrencies(): QueryState & {
  readonly currencies: readonly CreditCurrency[]
} {
  const { data, ...state } = useApiQuery({
    family: 'creditCurrencies',
    load: (client) => listAll((query) => client.request('listActiveCreditCurrencies', { query })),
  })
  return { currencies: data ?? NONE, ...state }
}
