import type { PublicPricing } from '@purser/contract/client'
import { usePricing } from '../../catalog/usePricing.ts'
import type { QueryState } from '../../client/useApiQuery.ts'
import { useCreditCurrencies } from '../../credits/useCreditCurrencies.ts'
import { findCurrency } from '../wallet/findCurrency.ts'

export type CreditPackage = PublicPricing['tiers'][number]['creditPackages'][number]

/** Returns the packages on sale, each once, cheapest first, optionally of one currency. */
export function useCreditPackages(creditCurrencyId?: string): QueryState & {
  readonly packages: readonly CreditPackage[]
  readonly currencies: ReturnType<typeof useCreditCurrencies>['currencies']
} {
  const { pricing, ...priced } = usePricing()
  const { currencies, ...listed } = useCreditCurrencies()
  const all = new Map(
    pricing?.tiers.flatMap((tier) => tier.creditPackages.map((each) => [each.id, each] as const)),
  )
  const wanted = creditCurrencyId && (findCurrency(currencies, creditCurrencyId)?.id ?? null)
  const packages = [...all.values()]
    .filter((each) => wanted === undefined || each.creditCurrencyId === wanted)
    .sort((one, other) => one.price - other.price)
  return {
    packages,
    currencies,
    isLoading: priced.isLoading || listed.isLoading,
    error: priced.error ?? listed.error,
    refetch: async () => {
      await Promise.all([priced.refetch(), listed.refetch()])
    },
  }
}
