import type { PaymentMethodDependencies } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

const STALE_AFTER_MS = 10_000

/** Subscriptions and wallets that need a payment method. */
export function usePaymentMethodDependencies(
  paymentMethodId: string | null,
  { enabled = true }: { readonly enabled?: boolean | undefined } = {},
): QueryState & { readonly dependencies: PaymentMethodDependencies | null } {
  const { data, ...state } = useApiQuery({
    family: 'paymentMethods',
    key: ['dependencies', paymentMethodId],
    enabled: enabled && Boolean(paymentMethodId),
    staleTime: STALE_AFTER_MS,
    load: (client) =>
      client.request('getPaymentMethodDependencies', { params: { id: paymentMethodId ?? '' } }),
  })
  return { dependencies: data ?? null, ...state }
}
