const FILLER = new Set(
  'the a an of and or to for in on with per your you our all plus up included includes access months days hours years minutes gb mb tb'.split(
    ' ',
  ),
)

function wordsOf(feature: string): Set<string> {
  const words = feature
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((word) => word !== '' && !FILLER.has(word))
    .map((word) => (word.length > 4 ? word.replace(/ies$/u, 'y').replace(/(?:es|s)$/u, '') : word))
  return new Set(words)
}

/** Whether two names are of one feature: the same words, whatever their order, number and filling. */
export function sameFeature(a: string, b: string): boolean {
  const left = wordsOf(a)
  const right = wordsOf(b)
  if (left.size === 0 || right.size === 0) return a.trim().toLowerCase() === b.trim().toLowerCase()
  return left.size === right.size && [...left].every((word) => right.has(word))
}

/** Whether one name has all words of the other: "Traffic (GB)" and "GB", "API access" and "Full API access". */
export function overlapsFeature(a: string, b: string): boolean {
  const left = wordsOf(a)
  const right = wordsOf(b)
  const [small, large] = left.size <= right.size ? [left, right] : [right, left]
  return small.size > 0 && [...small].every((word) => large.has(word))
}
