import { spellOut } from './slugFor.ts'

const NO_MEANING = new Set([
  'the',
  'a',
  'an',
  'of',
  'your',
  'our',
  'per',
  'each',
  'total',
  'number',
])
const OF_A_PERIOD = new Set([
  ...['hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'annual', 'annually'],
  ...['unlimited', 'included', 'additional', 'extra', 'overage', 'bonus', 'free'],
])

/** The words of a name in plain lower-case letters, each in the singular. */
export const wordsOf = (text: string): string[] =>
  spellOut(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean)
    .map(singular)

/** An English word in the singular, as far as its ending tells. */
export function singular(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  if (/(ss|us|is|sms|news)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word))
    return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(sses|xes|ches|shes|zzes)$/.test(word)) return word.slice(0, -2)
  return word.replace(/s$/, '')
}

/** The plural of a word that `singular` gave. */
export function plural(word: string): string {
  if (word === 'person' || word === 'people') return 'people'
  if (/(sms|news)$/.test(word)) return word
  if (word.endsWith('sis')) return `${word.slice(0, -2)}es`
  if (!/^[a-z]{3,}$/.test(word)) return word
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** What makes two names one: the same words but for case, number and words without meaning. */
export const nameKey = (text: string): string => joined(text, NO_MEANING)

/** The same for something counted: "Monthly API calls" and "extra API call" are API calls. */
export const unitKey = (text: string): string =>
  joined(text, new Set([...NO_MEANING, ...OF_A_PERIOD]))

function joined(text: string, without: ReadonlySet<string>): string {
  const words = wordsOf(text)
  const telling = words.filter((word) => !without.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}
