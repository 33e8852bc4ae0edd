import { languages } from '../languages/index.ts'
import type { Language } from '../languages/Words.ts'
import { LENGTH, WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeStems, LATIN_LANGUAGES } from '../words/composeWords.ts'
import { sameTier } from '../words/tierNames.ts'
import { hasOtherLetters, WordSearch } from '../words/WordSearch.ts'

/** The names of tiers that a line of a tier may refer to. */
export interface TierNames {
  /** In page order. */
  names: readonly string[]
  /** The tier that the line belongs to. */
  current: string
  /** The free tier, which lines may call "Free" even if it has another name. */
  free?: string
}

export interface Inheritance {
  tier: string
  /** Features after the inherited tier: "Everything in Pro, for teams up to 50 users". */
  rest: string
}

const NAME = `(.{1,${LENGTH.planName}}?)`
const SPACED_OTHERS = languages.filter(({ script }) => script === 'spaced')
const END = String.raw`(?:\s*(?:[,;:.+&–—-]|\b${anyOf(({ inheritanceEnd }) => inheritanceEnd, LATIN_LANGUAGES)}\b|(?<=\s)${anyOf(({ inheritanceEnd }) => inheritanceEnd, SPACED_OTHERS)}(?=\s)|$)(.*))$`
/** Patterns of languages in Latin script, and of all others. */
const byScript = (patternsOf: (words: Language) => string[]): readonly [RegExp[], RegExp[]] => {
  const compiled = (isLatin: boolean): RegExp[] =>
    languages
      .filter(({ script }) => (script === 'latin') === isLatin)
      .flatMap(patternsOf)
      .map((source) => new RegExp(source, 'iu'))
  return [compiled(true), compiled(false)]
}
const before = (lead: string): string[] => (lead ? [`^(?:${lead})(?:the\\s+)?${NAME}${END}`] : [])
const after = (trail: string): string[] =>
  trail ? [`^(.{1,${LENGTH.nameBeforeWords}}?)(?:${trail})(.*)$`] : []
/** "Everything in X": X is a tier, even if it is unknown. */
const EVERYTHING = byScript((words) => [
  ...before(alternatives(({ everythingIn }) => everythingIn, [words])),
  ...after(alternatives(({ everythingOf }) => everythingOf, [words])),
])
const ALL_OF = byScript((words) => before(alternatives(({ allOf }) => allOf, [words])))
/** Patterns around the name of the tier, as in Chinese. */
const AROUND: readonly RegExp[] = languages.flatMap(({ inheritance = [] }) =>
  inheritance.map((source) => new RegExp(source, 'u')),
)
const everythingFor = (text: string): readonly RegExp[] =>
  hasOtherLetters(text) ? [...EVERYTHING[0], ...EVERYTHING[1], ...AROUND] : EVERYTHING[0]
const allOfFor = (text: string): readonly RegExp[] =>
  hasOtherLetters(text) ? [...ALL_OF[0], ...ALL_OF[1]] : ALL_OF[0]
/** "All X features" and "X plus" may be about other things, so X must be a known tier. */
const LOOSE: readonly RegExp[] = languages.flatMap(({ looseInheritance = [] }) =>
  looseInheritance.map((source) => new RegExp(source, 'iu')),
)
/** "Includes" at the beginning of a line. */
const VERB = new RegExp(String.raw`^${anyOf(({ includesVerb }) => includesVerb)}\s+`, 'iu')
const PREVIOUS = new WordSearch(
  (among) => `^(?:${alternatives(({ previous }) => previous, among)})`,
)
const FREE = new WordSearch(
  (among) => `^(?:the\\s+)?(?:${composeStems(({ freeLead }) => freeLead, among)})`,
)
/** An article that is written together with its word. */
const ARTICLE = new RegExp(`^${anyOf(({ article }) => article)}`, 'u')
const withoutArticle = (name: string): string => name.trim().replace(ARTICLE, '')

/** Reads a line that says that a tier includes all of another tier. */
export function readInheritance(line: string, tiers: TierNames): Inheritance | undefined {
  const text = line.replace(VERB, '')
  for (const pattern of [...everythingFor(text), ...LOOSE, ...allOfFor(text)]) {
    const match = pattern.exec(text)
    if (match?.[1] === undefined) continue
    const tier = named(match[1], tiers)
    if (tier !== undefined) return { tier, rest: restOf(match[2]) }
  }
  return undefined
}

/**
 * Returns true for a line that only refers to another tier, known or unknown, and names no feature.
 */
export function pointsAtTier(line: string): boolean {
  const text = line.replace(VERB, '')
  return (
    everythingFor(text).some((pattern) => pattern.test(text)) &&
    text.split(/\s+/u).length <= WORDS.inheritance
  )
}

function named(reference: string, tiers: TierNames): string | undefined {
  const others = tiers.names.filter((name) => name !== tiers.current)
  const before = tiers.names.slice(0, Math.max(tiers.names.indexOf(tiers.current), 0)).at(-1)
  const tier =
    sameTier(reference, others) ??
    others.find((name) => withoutArticle(name) === withoutArticle(reference))
  if (tier !== undefined) return tier
  if (PREVIOUS.isIn(reference.trim())) return before
  if (FREE.isIn(reference.trim()) && tiers.free !== tiers.current) return tiers.free
  return undefined
}

const REST_LEAD = new RegExp(
  String.raw`^${anyOf(({ restLead }) => restLead)}(?![\p{L}])\s*[:,]?\s*`,
  'iu',
)
const REST_NOTHING = new RegExp(`^${anyOf(({ restNothing }) => restNothing)}[.。]?$`, 'iu')
const MORE = new RegExp(String.raw`^${anyOf(({ more }) => more)}\s*[:!.]?$`, 'iu')

function restOf(rest: string | undefined): string {
  return (rest ?? '')
    .replace(/^[\s,;:.+&–—-]+/u, '')
    .replace(REST_LEAD, '')
    .replace(REST_NOTHING, '')
    .replace(MORE, '')
    .trim()
}
