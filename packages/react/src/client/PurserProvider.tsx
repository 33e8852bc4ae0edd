import { QueryClient } from '@tanstack/react-query'
import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortalClient } from './createPortalClient.ts'
import { createFixedToken, createTokenSource, type TokenGetter } from './createTokenSource.ts'
import { PurserContext, type PurserContextValue } from './PurserContext.ts'
import { randomKey } from './randomKey.ts'
import { readTokenClaims } from './readTokenClaims.ts'

export interface PurserProviderProps {
  /** Address of the server. Default: the origin of the page. */
  readonly baseUrl?: string | undefined
  /** A portal or page token, or a function that fetches one from your server. */
  readonly token?: string | TokenGetter | null | undefined
  /** A key for pages without a customer. It reads only public data. */
  readonly publishableKey?: string | null | undefined
  /** The product that `usePricing` shows. */
  readonly productId?: string | null | undefined
  /** The customer of the token. Set it if the user can change while the provider stays mounted. */
  readonly customerId?: string | null | undefined
  /** The app's react-query client. Default: a separate client. */
  readonly queryClient?: QueryClient | undefined
  readonly fetch?: typeof fetch | undefined
  /** Locale of amounts and dates. */
  readonly locale?: string | null | undefined
  readonly children?: ReactNode
}

/** Sets the credentials and the server for all hooks below it. */
export function PurserProvider(props: PurserProviderProps): ReactElement {
  const { productId = null, locale = null, children } = props
  const [ownQueryClient] = useState(() => new QueryClient())
  const queryClient = props.queryClient ?? ownQueryClient
  const session = useSession(props)

  useEffect(() => {
    queryClient.mount()
    return () => queryClient.unmount()
  }, [queryClient])

  const firstSession = useRef(session)
  useEffect(() => {
    if (firstSession.current === session) return
    // Failed queries may succeed with other credentials.
    void queryClient.refetchQueries({
      queryKey: ['purser', session.scope],
      predicate: ({ state }) => state.status === 'error',
    })
  }, [queryClient, session])

  const context = useMemo(
    () => ({ ...session, queryClient, productId, locale }),
    [session, queryClient, productId, locale],
  )
  return <PurserContext.Provider value={context}>{children}</PurserContext.Provider>
}

type Session = Pick<PurserContextValue, 'client' | 'baseUrl' | 'scope' | 'access'>

/** Keeps one client for as long as the credentials stay the same. */
function useSession(props: PurserProviderProps): Session {
  const latest = useRef(props)
  useInsertionEffect(() => {
    latest.current = props
  })
  // Until the customer is known, the cache must not be shared with another provider.
  const [ownScope] = useState(randomKey)
  const baseUrl = (props.baseUrl ?? '').replace(/\/+$/, '')
  const publishableKey = props.publishableKey || null
  const customerId = props.customerId || null
  const fixedToken = typeof props.token === 'string' ? props.token : null
  // An inline function is a new one in each render, so its identity has no meaning.
  const hasGetter = typeof props.token === 'function'

  return useMemo(() => {
    const getToken: TokenGetter = async () => {
      const { token } = latest.current
      return typeof token === 'function' ? token() : (token ?? '')
    }
    const tokens = hasGetter
      ? createTokenSource(getToken)
      : fixedToken
        ? createFixedToken(fixedToken)
        : null
    const client = createPortalClient({
      baseUrl,
      fetch: (...request) => (latest.current.fetch ?? fetch)(...request),
      tokens,
      publishableKey,
      customerId,
    })
    const knownCustomerId =
      customerId ?? (fixedToken ? readTokenClaims(fixedToken)?.customerId : null)
    const access = tokens ? 'customer' : publishableKey ? 'public' : 'none'
    return {
      client,
      baseUrl,
      access,
      scope: `${baseUrl} ${access} ${tokens ? (knownCustomerId ?? ownScope) : (publishableKey ?? '')}`,
    }
  }, [baseUrl, publishableKey, customerId, fixedToken, hasGetter, ownScope])
}
