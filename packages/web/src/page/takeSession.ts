import { safeUrl } from '@purser/contract/client'

export interface PageSession {
  readonly token: string
  /** Where the merchant's app is; null when the link does not say. */
  readonly returnUrl: string | null
}

/**
 * The session that the address brings in its fragment. It is taken out of the address bar, where it
 * could be copied or photographed, and kept for this tab only, so that a reload goes on.
 */
export function takeSession(name: string): PageSession | null {
  const key = `purser ${name}`
  const brought = readFragment()
  const token = brought.get('token')
  // A new link to the page that is open: the browser changes the fragment and loads nothing.
  addEventListener('hashchange', () => {
    if (readFragment().has('token')) location.reload()
  })
  if (token) {
    const session: PageSession = { token, returnUrl: safeUrl(brought.get('returnUrl')) }
    keep(key, session)
    history.replaceState(history.state, '', location.pathname + location.search)
    return session
  }
  return readKept(key)
}

/** A browser that keeps nothing shows the page all the same; only a reload ends it. */
function keep(key: string, session: PageSession): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(session))
  } catch {}
}

const readFragment = () => new URLSearchParams(location.hash.slice(1))

function readKept(key: string): PageSession | null {
  try {
    const kept: Partial<PageSession> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof kept?.token === 'string'
      ? { token: kept.token, returnUrl: safeUrl(kept.returnUrl) }
      : null
  } catch {
    return null
  }
}
