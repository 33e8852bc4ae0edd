import { safeUrl } from '@purser/contract/client'

export interface PageSession {
  readonly token: string
  /** The address of the merchant's app; null if the link has none. */
  readonly returnUrl: string | null
}

/**
 * Reads the session from the fragment of the address. Removes the fragment, so that nobody copies
 * or photographs the token, and stores the session for this tab, so that a reload keeps it.
 */
export function takeSession(name: string): PageSession | null {
  const key = `purser ${name}`
  const fragment = readFragment()
  const token = fragment.get('token')
  // When a new link leads to the page that is already open, the browser does not load it again.
  addEventListener('hashchange', () => {
    if (readFragment().has('token')) location.reload()
  })
  if (token) {
    const session: PageSession = { token, returnUrl: safeUrl(fragment.get('returnUrl')) }
    store(key, session)
    history.replaceState(history.state, '', location.pathname + location.search)
    return session
  }
  return readStored(key)
}

/** Storage may be disabled. The page works without it, but a reload ends the session. */
function store(key: string, session: PageSession): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(session))
  } catch {}
}

const readFragment = () => new URLSearchParams(location.hash.slice(1))

function readStored(key: string): PageSession | null {
  try {
    const stored: Partial<PageSession> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof stored?.token === 'string'
      ? { token: stored.token, returnUrl: safeUrl(stored.returnUrl) }
      : null
  } catch {
    return null
  }
}
