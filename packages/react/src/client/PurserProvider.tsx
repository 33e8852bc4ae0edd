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
  /** Where the server is; left out, where the page comes from. */
  readonly baseUrl?: string | undefined
  /** A portal token or the token of a page, or what fetches one from your server. */
  readonly token?: string | TokenGetter | null | undefined
  /** For pages without a customer: only what the public may read. */
  readonly publishableKey?: string | null | undefined
  /** The product whose prices `usePricing` shows. */
  readonly productId?: string | null | undefined
  /** Whom the token is of. Give it when the user can change while the provider stays. */
  readonly customerId?: string | null | undefined
  /** The app's own react-query; left out, there is one of our own that no one else uses. */
  readonly queryClient?: QueryClient | undefined
  readonly fetch?: typeof fetch | undefined
  /** How components write amounts and dates. */
  readonly locale?: string | null | undefined
  readonly children?: ReactNode
}

/** Whom the hooks below it speak for, and where to. */
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
    // With other credentials, what failed may succeed.
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

/** One client for as long as the credentials are the same. */
function useSession(props: PurserProviderProps): Session {
  const latest = useRef(props)
  useInsertionEffect(() => {
    latest.current = props
  })
  // Of a customer that is not known yet there is nothing that another provider may share.
  const [ownScope] = useState(randomKey)
  const baseUrl = (props.baseUrl ?? '').replace(/\/+$/, '')
  const publishableKey = props.publishableKey || null
  const customerId = props.customerId || null
  const fixedToken = typeof props.token === 'string' ? props.token : null
  // A function written into the JSX is another one at each render, so its identity says nothing.
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
    const known = customerId ?? (fixedToken ? readTokenClaims(fixedToken)?.customerId : null)
    const access = tokens ? 'customer' : publishableKey ? 'public' : 'none'
    return {
      client,
      baseUrl,
      access,
      scope: `${baseUrl} ${access} ${tokens ? (known ?? ownScope) : (publishableKey ?? '')}`,
    }
  }, [baseUrl, publishableKey, customerId, fixedToken, hasGetter, ownScope])
}
