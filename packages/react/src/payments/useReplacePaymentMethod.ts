import type { OperationOutput } from '@purser/contract/client'
import { useCallback } from 'react'
import { type CallOptions, type MutationState, useApiMutation } from '../client/useApiMutation.ts'

export interface ReplacePaymentMethodInput {
  readonly oldPaymentMethodId: string
  readonly newPaymentMethodId: string
}

type Result = OperationOutput<'replacePaymentMethod'>

/** Replaces a payment method with another in one step. */
export function useReplacePaymentMethod(): MutationState & {
  readonly replacePaymentMethod: (input: ReplacePaymentMethodInput & CallOptions) => Promise<Result>
} {
  const { run, ...state } = useApiMutation(
    'replacePaymentMethod',
    (client, body: ReplacePaymentMethodInput, options) =>
      client.request('replacePaymentMethod', { body }, options),
  )
  return {
    replacePaymentMethod: useCallback(
      ({ idempotencyKey, ...input }) => run(input, { idempotencyKey }),
      [run],
    ),
    ...state,
  }
}
