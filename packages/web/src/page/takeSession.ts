import { safeUrl } from './safeUrl.ts'

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
    sessionStorage.setItem(key, JSON.stringify(session))
    history.replaceState(history.state, '', location.pathname + location.search)
    return session
  }
  return readSession(sessionStorage.getItem(key))
}

const readFragment = () => new URLSearchParams(location.hash.slice(1))

function readSession(text: string | null): PageSession | null {
  const kept: Partial<PageSession> | null = JSON.parse(text ?? 'null')
  return typeof kept?.token === 'string'
    ? { token: kept.token, returnUrl: safeUrl(kept.returnUrl) }
    : null
}
