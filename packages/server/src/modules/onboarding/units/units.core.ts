import type { ReadUnitPrice } from '@purser/pricing-reader'
import { capitalizeName, plainName } from '../draft/names.core.ts'
import { spellOut } from '../draft/slugFor.core.ts'
import { MEASURED_UNITS, VERBS } from './usageNouns.core.ts'

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

/** The words of a name, in lower case and in the singular. */
export const wordsOf = (text: string): string[] =>
  spellOut(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean)
    .map(singular)

/** The singular of an English word, judged by its ending. */
export function singular(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  if (/(ss|us|is|sms|news)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word))
    return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(sses|xes|ches|shes|zzes)$/.test(word)) return word.slice(0, -2)
  return word.replace(/s$/, '')
}

/** The plural of a word from `singular`. */
export function plural(word: string): string {
  if (word === 'person' || word === 'people') return 'people'
  if (/(sms|news)$/.test(word)) return word
  if (word.endsWith('sis')) return `${word.slice(0, -2)}es`
  if (!/^[a-z]{3,}$/.test(word)) return word
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** The key of a name. Case, number and filler words do not matter. */
export const nameKey = (text: string): string => joined(text, NO_MEANING)

/** The key of a counted thing: "Monthly API calls" and "extra API call" have the same key. */
export const unitKey = (text: string): string =>
  joined(text, new Set([...NO_MEANING, ...OF_A_PERIOD]))

function joined(text: string, without: ReadonlySet<string>): string {
  const words = wordsOf(text)
  const telling = words.filter((word) => !without.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

const SEATS = new Set([
  ...['seat', 'user', 'member', 'developer', 'person', 'people', 'employee', 'collaborator'],
  ...['editor', 'contributor', 'teammate', 'license', 'licence'],
])

/** Returns true for names of people who use a product, such as seats or members. */
export const isSeat = (name: string): boolean => SEATS.has(unitKey(name).split(' ').at(-1) ?? '')

/** The name of a feature for a priced unit: "crawl page" gives "Crawl pages". */
export const nameUnits = (unit: string): string =>
  capitalizeName(
    unit.replace(/[a-z]{3,}$/i, (word) => {
      const noun = word.toLowerCase()
      const isCounted = MEASURED_UNITS.has(noun) || VERBS.has(noun) || isSeat(noun)
      if (!isCounted || singular(noun) !== noun || (word !== noun && /[A-Z]/.test(word.slice(1))))
        return word
      return word.slice(0, 1) + plural(noun).slice(1)
    }),
  )

/** Units that count many others, with the factor. */
const MULTIPLES: readonly [RegExp, string, number][] = [
  [/\bm(?:illion)?[ -]?tok(?:en)?s?\b|\b1m tokens?\b/i, 'tokens', 1_000_000],
  [/\bk[ -]?tok(?:en)?s?\b|\b1k tokens?\b/i, 'tokens', 1_000],
]
/** Abbreviations of units. */
const SHORT: readonly [RegExp, string][] = [
  [/\bmins?\.?$/i, 'minutes'],
  [/\bhrs?\.?$/i, 'hours'],
  [/\bsecs?\.?$/i, 'seconds'],
  [/\bmsgs?\.?$/i, 'messages'],
]
const IN_CREDITS = /\s*\((?:in )?credits?\)\s*$/i
const FIRST_WORDS = /^(?:(?:each|every|per|an?|additional|extra|overage|further|more)\s+)+/i

/** Normalizes the unit of a price: "Opus input MTok" is a million "Opus input tokens". */
export function plainUnit(price: ReadUnitPrice): ReadUnitPrice {
  const inCredits = price.inCredits === true || IN_CREDITS.test(price.unit)
  const bare = price.unit.replace(IN_CREDITS, '').trim()
  const said = bare.replace(FIRST_WORDS, '') || bare
  const before = SHORT.reduce(
    (text, [short, whole]) => text.replace(short, whole),
    said.split(/\s+per\s+|\s*\/\s*/i)[0] || said,
  )
  for (const [pattern, unit, factor] of MULTIPLES) {
    if (!pattern.test(before)) continue
    const name = plainName(before.replace(pattern, unit).replace(/\b(\w+) \1$/i, '$1'))
    return { ...price, unit: name, per: price.per * factor, inCredits }
  }
  return { ...price, unit: plainName(before), inCredits }
}
