import type { CheckoutForm, CheckoutPage } from '@purser/contract/client'
import { useCallback } from 'react'
import { useApiMutation } from '../client/useApiMutation.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

interface CheckoutPageState extends QueryState {
  readonly page: CheckoutPage | null
  /**
   * Opens the payment form, and opens it again after a reload or a declined card. Returns null and
   * refetches `page` if no form is needed anymore.
   */
  readonly openForm: () => Promise<CheckoutForm['client']>
}

/** Reads a checkout and opens its form: everything that a checkout page needs. */
export function useCheckoutPage(sessionId: string | null | undefined): CheckoutPageState {
  const id = sessionId ?? ''
  const { data, refetch, ...state } = useApiQuery<CheckoutPage>({
    family: 'checkoutPage',
    key: [sessionId ?? null],
    enabled: Boolean(sessionId),
    load: (client) => client.request('getCheckoutPage', { params: { id } }),
  })
  const { run } = useApiMutation('openCheckoutForm', (client, session: string, options) =>
    client.request('openCheckoutForm', { params: { id: session } }, options),
  )
  const openForm = useCallback(async () => {
    const { client } = await run(id)
    if (client === null) await refetch()
    return client
  }, [run, id, refetch])
  return { page: data ?? null, openForm, refetch, ...state }
}
