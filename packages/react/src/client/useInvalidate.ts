import { useCallback } from 'react'
import { invalidations, type MutationName } from './invalidations.ts'
import { queryKey } from './queryKey.ts'
import { usePurserContext } from './usePurserContext.ts'

/** Reads again what a mutation can have changed: at once where it is shown, else when it is next. */
export function useInvalidate(): (mutation: MutationName) => void {
  const { queryClient, scope } = usePurserContext()
  return useCallback(
    (mutation) => {
      for (const family of invalidations[mutation]) {
        void queryClient.invalidateQueries({ queryKey: queryKey(scope, family) })
      }
    },
    [queryClient, scope],
  )
}
