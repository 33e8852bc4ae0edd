import type { CheckoutPreview, CheckoutPreviewInput } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

interface CheckoutPreviewState extends QueryState {
  readonly preview: CheckoutPreview | null
  /** Fetches the preview again. */
  readonly refresh: () => Promise<void>
}

/** Previews the cost of a purchase today and later. Sends no request while the input is null. */
export function useCheckoutPreview(input: CheckoutPreviewInput | null): CheckoutPreviewState {
  const { data, ...state } = useApiQuery({
    family: 'checkoutPreview',
    key: [input],
    enabled: input !== null,
    load: (client) => client.request('previewCheckout', { body: input as CheckoutPreviewInput }),
  })
  return { preview: data ?? null, refresh: state.refetch, ...state }
}
