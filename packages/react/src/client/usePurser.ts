import { useCallback } from 'react'
import { type Access, usePurserContext } from './PurserContext.ts'

interface Purser {
  /** `customer` with a token, `public` with only a publishable key, `none` without either. */
  readonly access: Access
  /** The product set on the provider. */
  readonly productId: string | null
  /** Locale of amounts and dates; null if the provider sets none. */
  readonly locale: string | null
  /** Refetches everything on the page, for example after a form was completed elsewhere. */
  readonly refresh: () => Promise<void>
}

/** Returns the provider's settings and a function that refetches everything. */
export function usePurser(): Purser {
  const { access, productId, locale, client, queryClient, scope } = usePurserContext()
  const refresh = useCallback(async () => {
    client.revive()
    await queryClient.invalidateQueries({ queryKey: ['purser', scope] })
  }, [client, queryClient, scope])
  return { access, productId, locale, refresh }
}
