const STORAGE_KEY = 'purser onboarding key'

export interface InitialKey {
  readonly key: string | null
  /** The reason why the key in the address cannot be used. */
  readonly problem: string | null
}

/**
 * Reads the merchant's key from the fragment of the address. Removes the fragment immediately and
 * stores the key for this tab, so that a reload keeps it.
 */
export function takeKey(): InitialKey {
  // When a new link leads to the page that is already open, the browser does not load it again.
  addEventListener('hashchange', () => {
    if (readFragment() !== null) location.reload()
  })
  const key = readFragment()
  if (key === null) return { key: readStoredKey(), problem: null }
  history.replaceState(history.state, '', location.pathname + location.search)
  const problem = findKeyProblem(key)
  if (problem !== null) return { key: null, problem }
  storeKey(key)
  return { key, problem: null }
}

/** Storage may be disabled; the page then asks for the key again after a reload. */
export function storeKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, key)
  } catch {}
}

const readFragment = () => new URLSearchParams(location.hash.slice(1)).get('key')

function readStoredKey(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

/** Explains why a string cannot be a sandbox secret key. Returns null if the server must decide. */
export function findKeyProblem(key: string): string | null {
  if (key === '') return 'Enter your sandbox secret key.'
  if (key.startsWith('sk_live_')) {
    return 'This is a live key. Drafts are created in the sandbox, so use your sk_sandbox_… key. Nothing was sent.'
  }
  if (key.startsWith('pk_')) {
    return 'This is a publishable key, which can only read. Use your secret key (sk_sandbox_…).'
  }
  // An HTTP header accepts no other characters, and no key contains them.
  return /^sk_sandbox_[\x21-\x7e]+$/.test(key)
    ? null
    : 'A sandbox secret key starts with sk_sandbox_ and contains no spaces.'
}
