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
  const { pricing, ...pricingQuery } = usePricing()
  const { currencies, ...currencyQuery } = useCreditCurrencies()
  const all = new Map(
    pricing?.tiers.flatMap((tier) => tier.creditPackages.map((each) => [each.id, each] as const)),
  )
  const currencyId = creditCurrencyId && (findCurrency(currencies, creditCurrencyId)?.id ?? null)
  const packages = [...all.values()]
    .filter((each) => currencyId === undefined || each.creditCurrencyId === currencyId)
    .sort((one, other) => one.price - other.price)
  return {
    packages,
    currencies,
    isLoading: pricingQuery.isLoading || currencyQuery.isLoading,
    error: pricingQuery.error ?? currencyQuery.error,
    refetch: async () => {
      await Promise.all([pricingQuery.refetch(), currencyQuery.refetch()])
    },
  }
}
