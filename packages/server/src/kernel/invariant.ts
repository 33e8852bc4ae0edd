/** Stops at once when something that must always hold does not: a bug, never the caller's mistake. */
export function invariant(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(`Invariant broken: ${what}.`)
}
