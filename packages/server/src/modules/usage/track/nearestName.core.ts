/** Bounds the search: longer names and further candidates are not worth the time. */
const MAX_NAMES = 300
const MAX_LETTERS = 64

/** Returns the candidate with the smallest edit distance, or null if none is close. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const target = fold(name)
  let nearest: string | null = null
  // A name with more than half of its letters different is not a typo.
  let best = Math.floor(Math.max(target.length, 4) / 2) + 1
  let compared = 0
  for (const candidate of candidates) {
    compared += 1
    if (compared > MAX_NAMES) break
    const folded = fold(candidate)
    if (Math.abs(folded.length - target.length) >= best) continue
    const changes = distance(target, folded)
    if (changes < best) {
      best = changes
      nearest = candidate
    }
  }
  return nearest
}

export type SuggestName = (candidates: ReadonlyMap<string, unknown>, name: string) => string | null

const MAX_SUGGESTIONS = 20

/**
 * Suggests names for the first unknown events of a batch only, because searching for all of them
 * could take seconds. A batch contains events of several merchants, so suggestions are stored per
 * set of candidates.
 */
export function limitedSuggestions(): SuggestName {
  const found = new Map<ReadonlyMap<string, unknown>, Map<string, string | null>>()
  let left = MAX_SUGGESTIONS
  return (candidates, name) => {
    let suggestions = found.get(candidates)
    if (!suggestions) {
      suggestions = new Map()
      found.set(candidates, suggestions)
    }
    if (!suggestions.has(name) && left > 0) {
      left -= 1
      suggestions.set(name, nearestName(name, candidates.keys()))
    }
    return suggestions.get(name) ?? null
  }
}

const fold = (name: string): string => name.slice(0, MAX_LETTERS).toLowerCase()

/** The Levenshtein distance, computed row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
