import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'
import { type Burn, type BurnDay, summariseBurn } from './summariseBurn.ts'

const NONE: readonly BurnDay[] = []

/** Returns the daily consumption of a credit currency by UTC day, oldest first up to today. */
export function useCreditBurn(
  creditCurrencyId: string | null | undefined,
  days = 30,
): QueryState & Burn {
  const { data, ...state } = useApiQuery({
    family: 'creditBurn',
    key: [creditCurrencyId ?? null, days],
    enabled: Boolean(creditCurrencyId),
    load: (client) =>
      client.request('getCreditStats', {
        query: { creditCurrencyId: creditCurrencyId ?? '', days },
      }),
  })
  return { ...summariseBurn(data?.series ?? NONE, days), ...state }
}
