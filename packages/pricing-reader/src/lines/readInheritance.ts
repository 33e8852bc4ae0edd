import { languages } from '../languages/index.ts'
import type { Language } from '../languages/Words.ts'
import { WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeStems, LATIN } from '../words/composeWords.ts'
import { sameTier } from '../words/tierNames.ts'
import { hasOtherLetters, WordSearch } from '../words/WordSearch.ts'

/** The tiers of a page as far as a line of one of them may refer to them. */
export interface TierNames {
  /** In the order of the page. */
  names: readonly string[]
  /** The tier whose line it is. */
  own: string
  /** The tier that costs nothing, which a line may call "Free" whatever its name. */
  free?: string
}

export interface Inheritance {
  tier: string
  /** What the line grants besides: "Everything in Pro, for teams up to 50 users". */
  rest: string
}

const NAME = '(.{1,60}?)'
const SPACED_OTHERS = languages.filter(({ script }) => script === 'spaced')
const END = String.raw`(?:\s*(?:[,;:.+&–—-]|\b${anyOf(({ inheritanceEnd }) => inheritanceEnd, LATIN)}\b|(?<=\s)${anyOf(({ inheritanceEnd }) => inheritanceEnd, SPACED_OTHERS)}(?=\s)|$)(.*))$`
/** The patterns of the Latin languages, and those of all others. */
const byScript = (patternsOf: (words: Language) => string[]): readonly [RegExp[], RegExp[]] => {
  const compiled = (isLatin: boolean): RegExp[] =>
    languages
      .filter(({ script }) => (script === 'latin') === isLatin)
      .flatMap(patternsOf)
      .map((source) => new RegExp(source, 'iu'))
  return [compiled(true), compiled(false)]
}
const before = (lead: string): string[] => (lead ? [`^(?:${lead})(?:the\\s+)?${NAME}${END}`] : [])
const after = (trail: string): string[] => (trail ? [`^(.{1,40}?)(?:${trail})(.*)$`] : [])
/** "Everything in X": what is named is a tier, known or not. */
const EVERYTHING = byScript((words) => [
  ...before(alternatives(({ everythingIn }) => everythingIn, [words])),
  ...after(alternatives(({ everythingOf }) => everythingOf, [words])),
])
const ALL_OF = byScript((words) => before(alternatives(({ allOf }) => allOf, [words])))
/** Chinese says it around the name. */
const AROUND: readonly RegExp[] = languages.flatMap(({ inheritance = [] }) =>
  inheritance.map((source) => new RegExp(source, 'u')),
)
const everythingFor = (text: string): readonly RegExp[] =>
  hasOtherLetters(text) ? [...EVERYTHING[0], ...EVERYTHING[1], ...AROUND] : EVERYTHING[0]
const allOfFor = (text: string): readonly RegExp[] =>
  hasOtherLetters(text) ? [...ALL_OF[0], ...ALL_OF[1]] : ALL_OF[0]
/** "All X features", "X plus": said of tiers and of other things, so only a known tier counts. */
const LOOSE: readonly RegExp[] = languages.flatMap(({ looseInheritance = [] }) =>
  looseInheritance.map((source) => new RegExp(source, 'iu')),
)
/** "Includes" before what is included. */
const VERB = new RegExp(String.raw`^${anyOf(({ includesVerb }) => includesVerb)}\s+`, 'iu')
const PREVIOUS = new WordSearch(
  (among) => `^(?:${alternatives(({ previous }) => previous, among)})`,
)
const FREE = new WordSearch(
  (among) => `^(?:the\\s+)?(?:${composeStems(({ freeLead }) => freeLead, among)})`,
)
/** The Arabic and the Hebrew article are a part of the word. */
const ARTICLE = new RegExp(`^${anyOf(({ article }) => article)}`, 'u')
const withoutArticle = (name: string): string => name.trim().replace(ARTICLE, '')

/** Reads whether a line says that a tier has all of another one. */
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

/** Whether a line only points at another tier, known or not, so that it grants nothing by itself. */
export function pointsAtTier(line: string): boolean {
  const text = line.replace(VERB, '')
  return (
    everythingFor(text).some((pattern) => pattern.test(text)) &&
    text.split(/\s+/u).length <= WORDS.inheritance
  )
}

function named(reference: string, tiers: TierNames): string | undefined {
  const others = tiers.names.filter((name) => name !== tiers.own)
  const before = tiers.names.slice(0, Math.max(tiers.names.indexOf(tiers.own), 0)).at(-1)
  const known =
    sameTier(reference, others) ??
    others.find((name) => withoutArticle(name) === withoutArticle(reference))
  if (known !== undefined) return known
  if (PREVIOUS.isIn(reference.trim())) return before
  if (FREE.isIn(reference.trim()) && tiers.free !== tiers.own) return tiers.free
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
