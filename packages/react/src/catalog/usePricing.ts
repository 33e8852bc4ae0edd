import type { PublicPricing, Subscription } from '@purser/contract/client'
import { usePurserContext } from '../client/PurserContext.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'
import { useSubscriptions } from '../subscriptions/useSubscriptions.ts'
import { useProducts } from './useProducts.ts'

/** Statuses in which a customer has access to the plan. */
const RUNNING: readonly Subscription['status'][] = ['active', 'trialing', 'past_due']

/**
 * Returns the public pricing of one product. Uses the given product, else the provider's, else that
 * of the active subscription, else the only active product. null if none of these exists.
 */
export function usePricing(
  productId?: string | null | undefined,
): QueryState & { readonly pricing: PublicPricing | null } {
  const derived = useProductId(productId)
  const { data, isLoading, error, refetch } = useApiQuery({
    family: 'pricing',
    key: [derived.productId],
    audience: 'public',
    enabled: derived.productId !== null,
    load: (client) =>
      client.request('getPublicPricing', { params: { productId: derived.productId ?? '' } }),
  })
  return {
    pricing: data ?? null,
    isLoading: derived.isLoading || isLoading,
    error: derived.productId === null ? derived.error : error,
    refetch: derived.productId === null ? derived.refetch : refetch,
  }
}

function useProductId(named: string | null | undefined): QueryState & { productId: string | null } {
  const { productId: configured, access } = usePurserContext()
  const given = named || configured || null
  const { subscriptions, ...subscribed } = useSubscriptions({}, { enabled: given === null })
  const own = subscriptions.find(({ status }) => RUNNING.includes(status))?.productId ?? null
  const isAsked = access !== 'customer' || (!subscribed.isLoading && subscribed.error === null)
  const { products, ...listed } = useProducts({
    enabled: given === null && own === null && isAsked,
  })
  const only = products.length === 1 ? (products[0]?.id ?? null) : null
  const productId = given ?? own ?? only
  return {
    productId,
    isLoading: productId === null && (subscribed.isLoading || listed.isLoading),
    error: subscribed.error ?? listed.error,
    refetch: subscribed.error === null ? listed.refetch : subscribed.refetch,
  }
}
