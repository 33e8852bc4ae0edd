import type { CheckoutPreview, CheckoutPreviewInput } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

interface CheckoutPreviewState extends QueryState {
  readonly preview: CheckoutPreview | null
  /** Asks again what it costs. */
  readonly refresh: () => Promise<void>
}

/** What a purchase costs today and later. null: nothing is chosen yet, and nothing is asked. */
export function useCheckoutPreview(input: CheckoutPreviewInput | null): CheckoutPreviewState {
  const { data, ...state } = useApiQuery({
    family: 'checkoutPreview',
    key: [input],
    enabled: input !== null,
    load: (client) => client.request('previewCheckout', { body: input as CheckoutPreviewInput }),
  })
  return { preview: data ?? null, refresh: state.refetch, ...state }
}
