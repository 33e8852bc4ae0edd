const KEPT = 'purser onboarding key'

export interface TakenKey {
  readonly key: string | null
  /** Why the key of the address was not taken. */
  readonly problem: string | null
}

/**
 * The key that the address brings in its fragment. It is taken out of the address bar at once and
 * kept for this tab only, so that a reload goes on.
 */
export function takeKey(): TakenKey {
  // A new link to the page that is open: the browser changes the fragment and loads nothing.
  addEventListener('hashchange', () => {
    if (readFragment() !== null) location.reload()
  })
  const brought = readFragment()
  if (brought === null) return { key: readKept(), problem: null }
  history.replaceState(history.state, '', location.pathname + location.search)
  const problem = keyProblem(brought)
  if (problem !== null) return { key: null, problem }
  keepKey(brought)
  return { key: brought, problem: null }
}

/** A browser that keeps nothing asks again after a reload; null forgets the key. */
export function keepKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, key)
  } catch {}
}

const readFragment = () => new URLSearchParams(location.hash.slice(1)).get('key')

function readKept(): string | null {
  try {
    return sessionStorage.getItem(KEPT)
  } catch {
    return null
  }
}

/** Why a text is no key to begin with, in a sentence; null when only the server can say. */
export function keyProblem(key: string): string | null {
  if (key === '') return 'Enter the secret key of your sandbox.'
  if (key.startsWith('sk_live_')) {
    return 'This is a live key. Drafts are made in the sandbox: use your sk_sandbox_… key. Nothing was sent.'
  }
  if (key.startsWith('pk_')) {
    return 'This is a publishable key, which may only read. Use your secret key: sk_sandbox_…'
  }
  // A header takes nothing else, and a key has nothing else.
  return /^sk_sandbox_[\x21-\x7e]+$/.test(key)
    ? null
    : 'The secret key of a sandbox begins with sk_sandbox_.'
}
