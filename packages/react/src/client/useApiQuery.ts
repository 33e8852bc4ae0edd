import { type Query, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PortalClient } from './createPortalClient.ts'
import { usePurserContext } from './PurserContext.ts'
import { type QueryFamily, queryKey } from './queryKey.ts'
import { retryPolicy } from './retryPolicy.ts'

/** How long an answer is taken for new. */
export const STALE_AFTER_MS = 30_000

export interface QueryState {
  /** Nothing has been read yet, and it is being read. */
  readonly isLoading: boolean
  /** Why the last read failed; what was read before stays. */
  readonly error: Error | null
  /** Reads again; does nothing while the hook is disabled. */
  readonly refetch: () => Promise<void>
}

export interface ApiQuery<Data> {
  readonly family: QueryFamily
  /** What the answer depends on. */
  readonly key?: readonly unknown[]
  /** `public`: a publishable key is enough. */
  readonly audience?: 'customer' | 'public'
  readonly enabled?: boolean
  readonly staleTime?: number
  /** Reads again and again: after how many milliseconds, or false to stop for good. */
  readonly poll?: (query: { data: Data | undefined; error: Error | null }) => number | false
  /** Reads again after so many milliseconds, for as long as the page is looked at. */
  readonly refreshMs?: ((data: Data | undefined) => number) | undefined
  /** Not cancelled when nobody waits any more: strict mode would send each request twice. */
  readonly load: (client: PortalClient) => Promise<Data>
}

/** One read of the server, shared by all who ask for the same. */
export function useApiQuery<Data>(
  options: ApiQuery<Data>,
): QueryState & { readonly data: Data | undefined } {
  const { client, queryClient, scope } = usePurserContext()
  const { isEnabled, isWaiting } = useAudience(options)
  const { data, error, isPending, refetch } = useQuery<Data, Error>(
    {
      queryKey: queryKey(scope, options.family, options.key),
      queryFn: () => options.load(client),
      enabled: isEnabled,
      staleTime: options.staleTime ?? STALE_AFTER_MS,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      ...(options.poll ? polling(options.poll) : refreshing(options.refreshMs)),
    },
    queryClient,
  )
  return {
    data,
    isLoading: isWaiting || (isEnabled && isPending),
    error,
    refetch: useRefetch(isEnabled, refetch),
  }
}

/** A poll is its own retry, and goes on while the customer pays in another window. */
const polling = <Data>(poll: NonNullable<ApiQuery<Data>['poll']>) => ({
  retry: false,
  refetchInterval: (query: Query<Data>) => poll(query.state),
  refetchIntervalInBackground: true,
  staleTime: (query: Query<Data>) => (poll(query.state) === false ? Number.POSITIVE_INFINITY : 0),
})

const refreshing = <Data>(refreshMs: ApiQuery<Data>['refreshMs']) => ({
  ...retryPolicy,
  refetchInterval: (query: Query<Data>) => refreshMs?.(query.state.data) ?? false,
})

/** Whether a query may run with the credentials there are, or waits for some. */
export function useAudience({
  audience = 'customer',
  enabled = true,
}: Pick<ApiQuery<never>, 'audience' | 'enabled'>): { isEnabled: boolean; isWaiting: boolean } {
  const { access } = usePurserContext()
  const mayRead = access === 'customer' || (access === 'public' && audience === 'public')
  return { isEnabled: enabled && mayRead, isWaiting: enabled && access === 'none' }
}

/** Reads again because someone asked for it, which also wakes a client that had given up. */
export function useRefetch(
  isEnabled: boolean,
  refetch: () => Promise<unknown>,
): () => Promise<void> {
  const { client } = usePurserContext()
  return useCallback(async () => {
    if (!isEnabled) return
    client.revive()
    await refetch()
  }, [client, isEnabled, refetch])
}
