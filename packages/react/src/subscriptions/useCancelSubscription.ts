import type { BodyInput, Subscription } from '@purser/contract/client'
import { useCallback } from 'react'
import { type CallOptions, type MutationState, useApiMutation } from '../client/useApiMutation.ts'

export type CancelSubscriptionInput = NonNullable<BodyInput<'cancelSubscription'>> & {
  readonly subscriptionId: string
}

/** Cancels a subscription, by default at the end of its period. */
export function useCancelSubscription(): MutationState & {
  readonly cancelSubscription: (
    input: CancelSubscriptionInput & CallOptions,
  ) => Promise<Subscription>
} {
  const { run, ...state } = useApiMutation(
    'cancelSubscription',
    (client, { subscriptionId: id, ...body }: CancelSubscriptionInput, options) =>
      client.request('cancelSubscription', { params: { id }, body }, options),
  )
  return {
    cancelSubscription: useCallback(
      ({ idempotencyKey, ...input }) => run(input, { idempotencyKey }),
      [run],
    ),
    ...state,
  }
}
