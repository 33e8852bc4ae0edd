import { COUNT } from '../thresholds.ts'
import { anyOf, composeWords, SPACED_LANGUAGES, UNSPACED_LANGUAGES } from './composeWords.ts'

const PLAN_WORD = new RegExp(
  composeWords(({ planWord }) => planWord),
  'gu',
)

/** Normalizes a name: lower case, without emoji and without words such as "plan". */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(PLAN_WORD, ' ')
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()

/** Returns true if two names mean the same tier. */
export function sameName(a: string, b: string): boolean {
  const [one, other] = [foldName(a), foldName(b)]
  // "START UP" and "Startup" are the same name.
  if (one.length > COUNT.joinedName && one.replaceAll(' ', '') === other.replaceAll(' ', ''))
    return true
  return one === other ? one !== '' || a.trim() === b.trim() : false
}

const PLAN_WORDS_IN_TEXT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${anyOf(({ planWordInText }) => planWordInText, SPACED_LANGUAGES)}(?![\p{L}\p{N}])|${anyOf(({ planWordInText }) => planWordInText, UNSPACED_LANGUAGES)}|[’']s(?![\p{L}])|["“”«»„'’‘「」『』]`,
  'giu',
)

/**
 * Removes articles and words such as "plan" from a name in running text: "the Pro plan" is "Pro".
 */
export function bareTierName(name: string): string {
  const bare = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(PLAN_WORDS_IN_TEXT, ' ')
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()
  return bare === '' ? name.toLowerCase().trim() : bare
}

/** Finds the tier that a text refers to, by its whole name or by a part that only one tier has. */
export function sameTier(reference: string, names: readonly string[]): string | undefined {
  const wanted = bareTierName(reference)
  if (wanted === '') return undefined
  const exact = names.find((name) => bareTierName(name) === wanted)
  if (exact !== undefined) return exact
  const words = wanted.split(' ')
  const within = names.filter((name) => {
    const parts = bareTierName(name).split(' ')
    return (
      parts.every((word) => words.includes(word)) || words.every((word) => parts.includes(word))
    )
  })
  if (within.length > 0) return within.length === 1 ? within[0] : undefined
  // "Pro" may mean "Professional", and "Wesentlichen" is an inflection of "Wesentlich".
  const longer = names.filter((name) => {
    const bare = bareTierName(name)
    const isInflected =
      bare.length >= COUNT.inflectedName &&
      wanted.length - bare.length <= COUNT.inflection &&
      wanted.startsWith(bare)
    return isInflected || (wanted.length >= COUNT.shortenedName && bare.startsWith(wanted))
  })
  return longer.length === 1 ? longer[0] : undefined
}
