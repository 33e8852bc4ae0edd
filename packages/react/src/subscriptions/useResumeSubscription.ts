import type { Subscription } from '@purser/contract/client'
import { useCallback } from 'react'
import { type CallOptions, type MutationState, useApiMutation } from '../client/useApiMutation.ts'

export interface ResumeSubscriptionInput {
  readonly subscriptionId: string
}

/** Undoes a cancellation that has not taken effect. */
export function useResumeSubscription(): MutationState & {
  readonly resumeSubscription: (
    input: ResumeSubscriptionInput & CallOptions,
  ) => Promise<Subscription>
} {
  const { run, ...state } = useApiMutation(
    'resumeSubscription',
    (client, { subscriptionId: id }: ResumeSubscriptionInput, options) =>
      client.request('resumeSubscription', { params: { id } }, options),
  )
  return {
    resumeSubscription: useCallback(
      ({ idempotencyKey, ...input }) => run(input, { idempotencyKey }),
      [run],
    ),
    ...state,
  }
}
