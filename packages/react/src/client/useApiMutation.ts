import { PurserError } from '@purser/contract/client'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { PortalClient } from './createPortalClient.ts'
import { type MutationName, useInvalidate } from './invalidations.ts'
import { usePurserContext } from './PurserContext.ts'
import { randomKey } from './randomKey.ts'
import { isTransient } from './retryPolicy.ts'

export interface MutationState {
  readonly isPending: boolean
  /** The error of the last call. */
  readonly error: Error | null
  /** Clears the error. */
  readonly reset: () => void
}

/** Options of a call. */
export interface CallOptions {
  /** Sent as `Idempotency-Key`. Default: a new key per call. */
  readonly idempotencyKey?: string | undefined
}

type Send<Input, Output> = (
  client: PortalClient,
  input: Input,
  options: { readonly idempotencyKey: string },
) => Promise<Output>

/** A write. Repeating the same call while it is pending returns the same promise. */
export function useApiMutation<Input, Output>(
  name: MutationName,
  send: Send<Input, Output>,
): MutationState & {
  readonly run: (input: Input, options?: CallOptions & Answered<Output>) => Promise<Output>
} {
  const { client, queryClient } = usePurserContext()
  const invalidate = useInvalidate()
  const pendingCalls = useRef(new Map<string, Promise<Output>>())
  const unsettledKeys = useRef(new Map<string, string>())
  const { mutateAsync, isPending, error, reset } = useMutation<
    Output,
    Error,
    { input: Input; idempotencyKey: string }
  >(
    {
      mutationFn: ({ input, idempotencyKey }) => send(client, input, { idempotencyKey }),
      // A write must not be postponed until the connection is back.
      networkMode: 'always',
      retry: false,
    },
    queryClient,
  )

  const run = useCallback(
    (input: Input, options: CallOptions & Answered<Output> = {}): Promise<Output> => {
      const call = JSON.stringify([input, options.idempotencyKey])
      const pendingCall = pendingCalls.current.get(call)
      if (pendingCall) return pendingCall
      // The outcome of an unanswered call is unknown. A call with the same key returns the outcome
      // without doing the work again.
      const idempotencyKey =
        options.idempotencyKey ?? unsettledKeys.current.get(call) ?? randomKey()
      client.revive()
      const result = mutateAsync({ input, idempotencyKey })
        .then(
          (output) => {
            unsettledKeys.current.delete(call)
            invalidate(name)
            options.onAnswer?.(output)
            return output
          },
          (failure: unknown) => {
            if (isUnsettled(failure)) unsettledKeys.current.set(call, idempotencyKey)
            else unsettledKeys.current.delete(call)
            throw failure
          },
        )
        .finally(() => pendingCalls.current.delete(call))
      pendingCalls.current.set(call, result)
      // A component that shows `error` does not have to catch it as well.
      result.catch(() => {})
      return result
    },
    [client, invalidate, mutateAsync, name],
  )
  return { run, isPending, error, reset }
}

interface Answered<Output> {
  /** Called with the answer of this call. */
  readonly onAnswer?: ((output: Output) => void) | undefined
}

/** Returns whether the outcome is unknown. Only the same call with the same key can find out. */
export const isUnsettled = (error: unknown): boolean =>
  isTransient(error) || (error instanceof PurserError && error.code === 'idempotency_in_progress')
