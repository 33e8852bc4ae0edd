/** A name without its case, its emoji and the words that say only that it is a plan. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(the|plan|tier|edition|package|license|licence|tarif|paket|forfait|тариф)\b/gu, ' ')
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()

/** Whether two names call the same tier. */
export function sameName(a: string, b: string): boolean {
  const [one, other] = [foldName(a), foldName(b)]
  // "START UP" in one place is "Startup" in another.
  if (one.length > 4 && one.replaceAll(' ', '') === other.replaceAll(' ', '')) return true
  return one === other ? one !== '' || a.trim() === b.trim() : false
}
