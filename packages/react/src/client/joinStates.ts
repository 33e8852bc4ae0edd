import type { MutationState } from './useApiMutation.ts'
import type { QueryState } from './useApiQuery.ts'

/**
 * Combines the states of a hook that reads and writes. The error is that of a failed action,
 * otherwise that of the read.
 */
export function joinStates(
  query: QueryState,
  ...actions: readonly MutationState[]
): QueryState & MutationState {
  return {
    isLoading: query.isLoading,
    isPending: actions.some(({ isPending }) => isPending),
    error: actions.find(({ error }) => error !== null)?.error ?? query.error,
    refetch: query.refetch,
    reset: () => {
      for (const { reset } of actions) reset()
    },
  }
}
