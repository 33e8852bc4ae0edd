import type { BodyInput, OperationOutput, SettlementOutcome } from '@purser/contract/client'
import { useCallback } from 'react'
import { joinStates } from '../client/joinStates.ts'
import type { CallOptions, MutationState } from '../client/useApiMutation.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'
import { type SettlementCallbacks, useSettlement } from '../client/useSettlement.ts'

export interface SubscriptionChange extends BodyInput<'previewSubscriptionChange'> {
  readonly subscriptionId: string
}

type Preview = OperationOutput<'previewSubscriptionChange'>
type ChangeInput = SubscriptionChange & { readonly previewToken?: string | undefined }

interface ChangeState extends QueryState, MutationState {
  /** The cost and effects of the change; null until they are loaded. */
  readonly preview: Preview | null
  /** Makes the change, at the price of the preview if there is one. */
  readonly changeSubscription: (
    options?: CallOptions,
    callbacks?: SettlementCallbacks,
  ) => Promise<SettlementOutcome>
}

/** Previews and makes a change of plan or seats. Pass null while nothing is chosen. */
export function useChangeSubscription(
  change: SubscriptionChange | null,
  callbacks: SettlementCallbacks = {},
): ChangeState {
  const { data: preview = null, ...query } = useApiQuery({
    family: 'changePreview',
    key: [change],
    enabled: change !== null,
    load: (client) => {
      const { subscriptionId: id, ...body } = change ?? nothingChosen()
      return client.request('previewSubscriptionChange', { params: { id }, body })
    },
  })
  const { settle, ...mutation } = useSettlement(
    'changeSubscription',
    (client, { subscriptionId: id, ...body }: ChangeInput, options) =>
      client.request('changeSubscription', { params: { id }, body }, options),
    callbacks,
  )
  const changeSubscription: ChangeState['changeSubscription'] = useCallback(
    async (options = {}, callCallbacks) =>
      settle(
        { ...(change ?? nothingChosen()), previewToken: preview?.previewToken, ...options },
        callCallbacks,
      ),
    [settle, change, preview],
  )
  return { preview, changeSubscription, ...joinStates(query, mutation) }
}

function nothingChosen(): never {
  throw new TypeError('There is no change to make. Pass a change to useChangeSubscription.')
}
