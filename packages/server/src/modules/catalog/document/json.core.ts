/** Compares strings by their UTF-8 bytes, independently of the locale. */
export const compareBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Sorts the keys of every object in a JSON value. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([key, child]) => [key, sortKeys(child)]),
  )
}

/** Compares two JSON values and ignores the order of keys. */
export const equalJson = (a: unknown, b: unknown): boolean =>
  JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))

interface Difference {
  path: string
  before: unknown
  after: unknown
}

const childrenOf = (value: unknown): Map<string, unknown> | null =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null

/** Lists the differences between two JSON values by dotted path. A missing value counts as null. */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (equalJson(before, after)) return []
  const [beforeChildren, afterChildren] = [childrenOf(before), childrenOf(after)]
  if (!beforeChildren || !afterChildren || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, before: before ?? null, after: after ?? null }]
  }
  const keys = [...new Set([...beforeChildren.keys(), ...afterChildren.keys()])]
  const differences = keys.flatMap((key) =>
    differencesOf(beforeChildren.get(key), afterChildren.get(key), path ? `${path}.${key}` : key),
  )
  return differences
}
