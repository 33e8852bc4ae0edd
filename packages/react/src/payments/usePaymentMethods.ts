import type { PaymentMethod } from '@purser/contract/client'
import { useCallback } from 'react'
import { joinStates } from '../client/joinStates.ts'
import { listAll } from '../client/listAll.ts'
import { type MutationState, useApiMutation } from '../client/useApiMutation.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

const NONE: readonly PaymentMethod[] = []

interface PaymentMethodsState extends QueryState, MutationState {
  readonly paymentMethods: readonly PaymentMethod[]
  readonly setDefault: (paymentMethodId: string) => Promise<PaymentMethod>
  /** Rejects with `PmInUseError` while something depends on the method. */
  readonly detach: (paymentMethodId: string) => Promise<PaymentMethod>
}

/** The customer's payment methods, newest first, and actions on them. */
export function usePaymentMethods(): PaymentMethodsState {
  const { data, ...query } = useApiQuery({
    family: 'paymentMethods',
    load: (client) => listAll((page) => client.request('listPaymentMethods', { query: page })),
  })
  const defaulting = useApiMutation('setDefaultPaymentMethod', (client, id: string, options) =>
    client.request('setDefaultPaymentMethod', { params: { id }, body: {} }, options),
  )
  const detaching = useApiMutation('detachPaymentMethod', (client, id: string, options) =>
    client.request('detachPaymentMethod', { params: { id } }, options),
  )
  const { run: runDefault } = defaulting
  const { run: runDetach } = detaching
  return {
    paymentMethods: data ?? NONE,
    setDefault: useCallback((id) => runDefault(id), [runDefault]),
    detach: useCallback((id) => runDetach(id), [runDetach]),
    ...joinStates(query, defaulting, detaching),
  }
}
