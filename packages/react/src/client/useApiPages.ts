import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { PortalClient } from './createPortalClient.ts'
import { usePurserContext } from './PurserContext.ts'
import { queryKey } from './queryKey.ts'
import { retryPolicy } from './retryPolicy.ts'
import {
  type ApiQuery,
  type QueryState,
  STALE_AFTER_MS,
  useAudience,
  useRefetch,
} from './useApiQuery.ts'

export interface Page<Item> {
  readonly data: readonly Item[]
  readonly nextCursor: string | null
}

export interface PagingState {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  /** Appends the next page; does nothing if there is none. */
  readonly fetchNextPage: () => Promise<void>
}

interface ApiPages<Item> extends Pick<ApiQuery<never>, 'family' | 'key' | 'enabled'> {
  readonly load: (client: PortalClient, cursor: string | undefined) => Promise<Page<Item>>
}

/** Reads a list page by page and returns it as one. */
export function useApiPages<Item>(
  options: ApiPages<Item>,
): QueryState & PagingState & { readonly items: readonly Item[] } {
  const { client, queryClient, scope } = usePurserContext()
  const { isEnabled, isWaiting } = useAudience(options)
  const query = useInfiniteQuery(
    {
      queryKey: queryKey(scope, options.family, options.key),
      queryFn: ({ pageParam }) => options.load(client, pageParam),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }: Page<Item>) => nextCursor ?? undefined,
      enabled: isEnabled,
      staleTime: STALE_AFTER_MS,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      ...retryPolicy,
    },
    queryClient,
  )
  const { data, error, isPending, hasNextPage, isFetchingNextPage, refetch } = query
  const { fetchNextPage } = query
  return {
    items: useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]),
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage: useCallback(async () => {
      // Otherwise a second call would cancel the first and restart it.
      if (hasNextPage) await fetchNextPage({ cancelRefetch: false })
    }, [hasNextPage, fetchNextPage]),
    isLoading: isWaiting || (isEnabled && isPending),
    error,
    refetch: useRefetch(isEnabled, refetch),
  }
}
