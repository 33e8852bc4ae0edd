import { useCallback } from 'react'
import { type Access, usePurserContext } from './PurserContext.ts'

interface Purser {
  /** `customer` with a token, `public` with a publishable key only, `none` without either. */
  readonly access: Access
  /** The product that the provider names. */
  readonly productId: string | null
  /** How to write amounts and dates; null when the provider does not say. */
  readonly locale: string | null
  /** Reads again all that is shown, such as after a form that was filled in elsewhere. */
  readonly refresh: () => Promise<void>
}

/** What the provider says, and all that was read at once. */
export function usePurser(): Purser {
  const { access, productId, locale, client, queryClient, scope } = usePurserContext()
  const refresh = useCallback(async () => {
    client.revive()
    await queryClient.invalidateQueries({ queryKey: ['purser', scope] })
  }, [client, queryClient, scope])
  return { access, productId, locale, refresh }
}
