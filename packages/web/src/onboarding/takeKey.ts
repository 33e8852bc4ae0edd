import { keyProblem } from './keyProblem.ts'

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
