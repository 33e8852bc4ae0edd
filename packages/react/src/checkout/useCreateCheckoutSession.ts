import type { BodyInput, OperationOutput } from '@purser/contract/client'
import { useCallback } from 'react'
import { type CallOptions, type MutationState, useApiMutation } from '../client/useApiMutation.ts'

export type CreateCheckoutSessionInput = BodyInput<'createCheckoutSession'>

type CheckoutSession = OperationOutput<'createCheckoutSession'>

/** Opens a checkout, hosted or embedded. Use `useCheckoutSession` to learn when it is completed. */
export function useCreateCheckoutSession(): MutationState & {
  readonly createCheckoutSession: (
    input: CreateCheckoutSessionInput,
    options?: CallOptions,
  ) => Promise<CheckoutSession>
} {
  const { run, ...state } = useApiMutation(
    'createCheckoutSession',
    (client, body: CreateCheckoutSessionInput, options) =>
      client.request('createCheckoutSession', { body }, options),
  )
  return {
    createCheckoutSession: useCallback((input, options) => run(input, options), [run]),
    ...state,
  }
}
