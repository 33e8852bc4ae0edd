import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { PortalClient } from './createPortalClient.ts'

/**
 * What the provider's credentials allow: `customer` with a token, `public` with a publishable key
 * only, `none` while the app has given neither.
 */
export type Access = 'customer' | 'public' | 'none'

export interface PurserContextValue {
  readonly client: PortalClient
  readonly queryClient: QueryClient
  /** Without a slash at its end; empty: where the page comes from. */
  readonly baseUrl: string
  /** Keeps the cache of one customer at one server apart from all others. */
  readonly scope: string
  readonly access: Access
  readonly productId: string | null
  /** null: that of the component. */
  readonly locale: string | null
}

export const PurserContext = createContext<PurserContextValue | null>(null)

/** What the provider gives to every hook. */
export function usePurserContext(): PurserContextValue {
  const context = useContext(PurserContext)
  if (context === null) {
    throw new Error(
      'There is no <PurserProvider> above this component. Wrap the app in <PurserProvider token={…}>.',
    )
  }
  return context
}
