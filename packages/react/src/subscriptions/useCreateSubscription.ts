import type { BodyInput } from '@purser/contract/client'
import type { MutationState } from '../client/useApiMutation.ts'
import { type Settle, type SettlementCallbacks, useSettlement } from '../client/useSettlement.ts'

export type CreateSubscriptionInput = Pick<
  BodyInput<'createSubscription'>,
  'planId' | 'quantities' | 'couponCode'
>

/** Subscribes the customer to a plan. */
export function useCreateSubscription(
  callbacks: SettlementCallbacks = {},
): MutationState & { readonly createSubscription: Settle<CreateSubscriptionInput> } {
  const { settle: createSubscription, ...state } = useSettlement(
    'createSubscription',
    (client, body: CreateSubscriptionInput, options) =>
      client.request('createSubscription', { body }, options),
    callbacks,
  )
  return { createSubscription, ...state }
}
