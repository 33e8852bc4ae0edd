import type { BodyInput, OperationOutput } from '@purser/contract/client'
import { useCallback } from 'react'
import type { CallOptions, MutationState } from '../client/useApiMutation.ts'
import { type SettlementCallbacks, useSettlement } from '../client/useSettlement.ts'

export type SetupPaymentMethodInput = Omit<
  NonNullable<BodyInput<'setupPaymentMethod'>>,
  'customerId'
>

type RequiresForm = OperationOutput<'setupPaymentMethod'>

/** Opens the provider's form to save a payment method: always a `requires_form` outcome. */
export function useSetupPaymentMethod(
  callbacks: Pick<SettlementCallbacks, 'onRequiresForm'> = {},
): MutationState & {
  readonly setupPaymentMethod: (
    input?: SetupPaymentMethodInput & CallOptions,
    callbacks?: Pick<SettlementCallbacks, 'onRequiresForm'>,
  ) => Promise<RequiresForm>
} {
  const { settle, ...state } = useSettlement(
    'setupPaymentMethod',
    (client, body: SetupPaymentMethodInput, options) =>
      client.request('setupPaymentMethod', { body }, options),
    callbacks,
  )
  const setupPaymentMethod = useCallback<
    (
      input?: SetupPaymentMethodInput & CallOptions,
      callbacks?: SettlementCallbacks,
    ) => Promise<RequiresForm>
  >((input = {}, callCallbacks) => settle(input, callCallbacks), [settle])
  return { setupPaymentMethod, ...state }
}
