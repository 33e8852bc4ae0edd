import { type Query, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PortalClient } from './createPortalClient.ts'
import { usePurserContext } from './PurserContext.ts'
import { type QueryFamily, queryKey } from './queryKey.ts'
import { retryPolicy } from './retryPolicy.ts'

/** How long an answer counts as fresh. */
export const STALE_AFTER_MS = 30_000

export interface QueryState {
  /** The first read is in progress. */
  readonly isLoading: boolean
  /** The error of the last read. Earlier data remains. */
  readonly error: Error | null
  /** Reads again; does nothing while the hook is disabled. */
  readonly refetch: () => Promise<void>
}

export interface ApiQuery<Data> {
  readonly family: QueryFamily
  /** Parameters that the answer depends on. */
  readonly key?: readonly unknown[]
  /** `public`: a publishable key is enough. */
  readonly audience?: 'customer' | 'public'
  readonly enabled?: boolean
  readonly staleTime?: number
  /** Polls: returns the delay in milliseconds, or false to stop. */
  readonly poll?: (query: { data: Data | undefined; error: Error | null }) => number | false
  /** Refetches after this many milliseconds while the page is visible. */
  readonly refreshMs?: ((data: Data | undefined) => number) | undefined
  /** Not canceled on unmount, because strict mode would then send each request twice. */
  readonly load: (client: PortalClient) => Promise<Data>
}

/** A read of the server, shared by all components that need the same data. */
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

/** A poll is its own retry. It continues while the customer pays in another window. */
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

/** Returns whether a query may run with the current credentials, or waits for them. */
export function useAudience({
  audience = 'customer',
  enabled = true,
}: Pick<ApiQuery<never>, 'audience' | 'enabled'>): { isEnabled: boolean; isWaiting: boolean } {
  const { access } = usePurserContext()
  const mayRead = access === 'customer' || (access === 'public' && audience === 'public')
  return { isEnabled: enabled && mayRead, isWaiting: enabled && access === 'none' }
}

/** Refetches because the user asked, which also revives a client that gave up. */
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
