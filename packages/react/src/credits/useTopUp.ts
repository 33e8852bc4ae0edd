import type { MutationState } from '../client/useApiMutation.ts'
import { type Settle, type SettlementCallbacks, useSettlement } from '../client/useSettlement.ts'

export interface TopUpInput {
  /** A fiat credit currency. */
  readonly creditCurrencyId: string
  /** Minor units of the wallet. */
  readonly amountCents: number
  /** Shows the payment form even when a method is on file. */
  readonly forceForm?: boolean | undefined
}

/** Adds money to a fiat wallet. */
export function useTopUp(
  callbacks: SettlementCallbacks = {},
): MutationState & { readonly topUp: Settle<TopUpInput> } {
  const { settle: topUp, ...state } = useSettlement(
    'topUp',
    (client, body: TopUpInput, options) => client.request('topUp', { body }, options),
    callbacks,
  )
  return { topUp, ...state }
}
