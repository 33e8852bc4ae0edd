import type { SettlementOutcome } from '@purser/contract/client'
import { useCallback, useInsertionEffect, useRef } from 'react'
import type { PortalClient } from './createPortalClient.ts'
import type { MutationName } from './invalidations.ts'
import { type CallOptions, type MutationState, useApiMutation } from './useApiMutation.ts'

type Outcome<Kind extends SettlementOutcome['kind']> = Extract<SettlementOutcome, { kind: Kind }>
type Callback<Kind extends SettlementOutcome['kind']> =
  | ((outcome: Outcome<Kind>) => void)
  | undefined

/** One callback per outcome of a request that may cost money. All are optional. */
export interface SettlementCallbacks {
  readonly onChargedInline?: Callback<'charged_inline'>
  readonly onInvoiceAdded?: Callback<'invoice_added'>
  readonly onRequiresForm?: Callback<'requires_form'>
  readonly onNoAction?: Callback<'no_action'>
  /** `created_no_charge` */
  readonly onCreated?: Callback<'created_no_charge'>
  readonly onDeferred?: Callback<'deferred'>
  readonly onProcessing?: Callback<'processing'>
}

const CALLBACK_OF = {
  charged_inline: 'onChargedInline',
  invoice_added: 'onInvoiceAdded',
  requires_form: 'onRequiresForm',
  no_action: 'onNoAction',
  created_no_charge: 'onCreated',
  deferred: 'onDeferred',
  processing: 'onProcessing',
} as const satisfies Record<SettlementOutcome['kind'], keyof SettlementCallbacks>

export type Settle<Input, Output extends SettlementOutcome = SettlementOutcome> = (
  input: Input & CallOptions,
  callbacks?: SettlementCallbacks,
) => Promise<Output>

/** A write whose answer is a settlement outcome. */
export function useSettlement<Input extends object, Output extends SettlementOutcome>(
  name: MutationName,
  send: (
    client: PortalClient,
    input: Input,
    options: { readonly idempotencyKey: string },
  ) => Promise<Output>,
  hookCallbacks: SettlementCallbacks,
): MutationState & { readonly settle: Settle<Input, Output> } {
  const latest = useRef(hookCallbacks)
  useInsertionEffect(() => {
    latest.current = hookCallbacks
  })
  const { run, ...state } = useApiMutation<Input, Output>(name, send)
  const settle = useCallback<Settle<Input, Output>>(
    ({ idempotencyKey, ...input }, callCallbacks = {}) =>
      run(input as unknown as Input, {
        idempotencyKey,
        onAnswer: (outcome) => {
          notifyCaller(latest.current, outcome)
          notifyCaller(callCallbacks, outcome)
        },
      }),
    [run],
  )
  return { settle, ...state }
}

function notifyCaller(callbacks: SettlementCallbacks, outcome: SettlementOutcome): void {
  const callback = callbacks[CALLBACK_OF[outcome.kind]] as
    | ((outcome: SettlementOutcome) => void)
    | undefined
  try {
    callback?.(outcome)
  } catch (error) {
    // The money has already moved. An error in the app's callback must not look like a failed
    // payment.
    queueMicrotask(() => {
      throw error
    })
  }
}
