/**
 * Throws when a condition that must always hold does not. That is a bug, never the caller's
 * mistake.
 */
export function invariant(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(`Invariant broken: ${what}.`)
}
