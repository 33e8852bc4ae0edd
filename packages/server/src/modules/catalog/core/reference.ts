/** What can be referred to: an object that is in use, or archived. */
export interface Referable {
  id: string
  status: 'active' | 'archived'
}

/**
 * Why an object cannot be referred to, or null. An archived object is closed to new use only:
 * whoever already rests on it (`inUse`) may go on.
 */
export function referenceProblem(
  noun: string,
  named: string,
  found: Referable | undefined,
  inUse = false,
): string | null {
  if (!found) return `there is no ${noun} "${named}"`
  return found.status === 'archived' && !inUse ? `${noun} "${named}" is archived` : null
}
