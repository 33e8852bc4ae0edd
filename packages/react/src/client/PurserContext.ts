import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { PortalClient } from './createPortalClient.ts'

/**
 * The access that the credentials allow: `customer` with a token, `public` with only a publishable
 * key, `none` without either.
 */
export type Access = 'customer' | 'public' | 'none'

export interface PurserContextValue {
  readonly client: PortalClient
  readonly queryClient: QueryClient
  /** Without a trailing slash. Empty: the origin of the page. */
  readonly baseUrl: string
  /** Separates the cache of one customer at one server from all others. */
  readonly scope: string
  readonly access: Access
  readonly productId: string | null
  /** Locale of amounts and dates; null if the provider sets none. */
  readonly locale: string | null
}

export const PurserContext = createContext<PurserContextValue | null>(null)

/** Returns the context that every hook needs. */
export function usePurserContext(): PurserContextValue {
  const context = useContext(PurserContext)
  if (context === null) {
    throw new Error(
      'There is no <PurserProvider> above this component. Wrap the app in <PurserProvider token={…}>.',
    )
  }
  return context
}
