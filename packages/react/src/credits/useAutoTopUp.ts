import type { AutoTopUp, BodyInput, OperationOutput } from '@purser/contract/client'
import { useCallback } from 'react'
import { joinStates } from '../client/joinStates.ts'
import { type CallOptions, type MutationState, useApiMutation } from '../client/useApiMutation.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

export type SetAutoTopUpInput = BodyInput<'setAutoTopUp'>

type Rule = OperationOutput<'getAutoTopUp'>

interface AutoTopUpState extends QueryState, MutationState {
  /** null while the customer has no wallet in this currency. */
  readonly rule: Rule['rule']
  readonly runtime: Rule['runtime']
  readonly effectiveFundingMethod: Rule['effectiveFundingMethod']
  readonly currency: Rule['currency'] | null
  readonly denomination: string | null
  readonly set: (input: SetAutoTopUpInput, options?: CallOptions) => Promise<AutoTopUp>
  /** Keeps the settings, so that a form can show them later. */
  readonly disable: (options?: CallOptions) => Promise<void>
}

/** Reads and writes the auto-top-up rule of a wallet. */
export function useAutoTopUp(creditCurrencyId: string | null | undefined): AutoTopUpState {
  const { data, ...query } = useApiQuery({
    family: 'autoTopUp',
    key: [creditCurrencyId ?? null],
    enabled: Boolean(creditCurrencyId),
    load: async (client) =>
      client.request('getAutoTopUp', {
        params: {
          customerId: await client.customerId(),
          creditCurrencyId: creditCurrencyId ?? '',
        },
      }),
  })
  const setting = useApiMutation(
    'setAutoTopUp',
    async (
      client,
      { creditCurrencyId, body }: { creditCurrencyId: string; body: SetAutoTopUpInput },
      options,
    ) =>
      client.request(
        'setAutoTopUp',
        { params: { customerId: await client.customerId(), creditCurrencyId }, body },
        options,
      ),
  )
  const disabling = useApiMutation(
    'disableAutoTopUp',
    async (client, { creditCurrencyId }: { creditCurrencyId: string }, options) => {
      await client.request(
        'disableAutoTopUp',
        { params: { customerId: await client.customerId(), creditCurrencyId } },
        options,
      )
    },
  )
  const id = creditCurrencyId ?? ''
  const { run: runSet } = setting
  const { run: runDisable } = disabling
  return {
    rule: data?.rule ?? null,
    runtime: data?.runtime ?? null,
    effectiveFundingMethod: data?.effectiveFundingMethod ?? null,
    currency: data?.currency ?? null,
    denomination: data?.denomination ?? null,
    set: useCallback(
      (body, options) => runSet({ creditCurrencyId: id, body }, options),
      [runSet, id],
    ),
    disable: useCallback(
      (options) => runDisable({ creditCurrencyId: id }, options),
      [runDisable, id],
    ),
    ...joinStates(query, setting, disabling),
  }
}
