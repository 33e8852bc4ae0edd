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
  const product = useProductId(productId)
  const { data, isLoading, error, refetch } = useApiQuery({
    family: 'pricing',
    key: [product.productId],
    audience: 'public',
    enabled: product.productId !== null,
    load: (client) =>
      client.request('getPublicPricing', { params: { productId: product.productId ?? '' } }),
  })
  return {
    pricing: data ?? null,
    isLoading: product.isLoading || isLoading,
    error: product.productId === null ? product.error : error,
    refetch: product.productId === null ? product.refetch : refetch,
  }
}

function useProductId(
  productIdOption: string | null | undefined,
): QueryState & { productId: string | null } {
  const { productId: providerProductId, access } = usePurserContext()
  const chosenId = productIdOption || providerProductId || null
  const { subscriptions, ...subscriptionQuery } = useSubscriptions(
    {},
    { enabled: chosenId === null },
  )
  const subscribedId =
    subscriptions.find(({ status }) => RUNNING.includes(status))?.productId ?? null
  const mayListProducts =
    access !== 'customer' || (!subscriptionQuery.isLoading && subscriptionQuery.error === null)
  const { products, ...productQuery } = useProducts({
    enabled: chosenId === null && subscribedId === null && mayListProducts,
  })
  const onlyId = products.length === 1 ? (products[0]?.id ?? null) : null
  const productId = chosenId ?? subscribedId ?? onlyId
  return {
    productId,
    isLoading: productId === null && (subscriptionQuery.isLoading || productQuery.isLoading),
    error: subscriptionQuery.error ?? productQuery.error,
    refetch: subscriptionQuery.error === null ? productQuery.refetch : subscriptionQuery.refetch,
  }
}
