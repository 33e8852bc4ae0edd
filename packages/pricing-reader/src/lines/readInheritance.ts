import { languages } from '../languages/index.ts'
import type { Words } from '../languages/Words.ts'
import { alternatives, composeStems } from '../words/composeWords.ts'
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
const END =
  '(?:\\s*(?:[,;:.+&–—-]|\\bplus\\b|\\bund\\b|\\band\\b|\\bet\\b|\\by\\b|\\be\\b|\\bas well as\\b|\\bincluded\\b|\\bи\\b|(?<=\\s)и(?=\\s)|$)(.*))$'
/** The patterns of the Latin languages, and those of all others. */
const byScript = (patternsOf: (words: Words) => string[]): readonly [RegExp[], RegExp[]] => {
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
const CHINESE: readonly RegExp[] = [
  /^(?:包含|包括|享有)?\s?(.{1,40}?)(?:版|套餐|计划|方案)?(?:的|中的)?(?:所有|全部)(?:功能|权益|內容|内容|特性)(.*)$/u,
  /^(?:包含|包括)?(?:所有|全部)\s?(.{1,40}?)(?:版|套餐|计划|方案)?(?:的)?(?:功能|权益)(.*)$/u,
]
const everythingFor = (text: string): readonly RegExp[] =>
  hasOtherLetters(text) ? [...EVERYTHING[0], ...EVERYTHING[1], ...CHINESE] : EVERYTHING[0]
const allOfFor = (text: string): readonly RegExp[] =>
  hasOtherLetters(text) ? [...ALL_OF[0], ...ALL_OF[1]] : ALL_OF[0]
/** "All X features", "X plus": said of tiers and of other things, so only a known tier counts. */
const LOOSE: readonly RegExp[] = [
  /^(?:all|alles?)\s+(?:the\s+)?([^,:+]{3,30}?)\s*(?:[,:+]|plus|und|and|$)(.*)$/iu,
  /^(?:includes\s+)?all\s+(?:of\s+)?(?:the\s+)?(.{1,40}?)\s+(?:plan\s+|tier\s+)?(?:features?|benefits?|perks|functionality|capabilities)(?:\s*[,:+]|\s+plus|\s+and|$)(.*)$/iu,
  /^alle\s+(.{1,40}?)[- ]?(?:funktionen|features|leistungen|vorteile)(?:\s*[,:+]|\s+plus|\s+und|$)(.*)$/iu,
  /^tout(?:es?)?\s+(.{1,40}?)\s*(?:[+,:]|plus|et|$)(.*)$/iu,
  /^todo\s+(?:lo\s+)?(.{1,40}?)\s*(?:[+,:]|más|$)(.*)$/iu,
  /^(.{1,40}?)\s+(?:plan\s+)?(?:features?\s*)?(?:plus|\+|and more)\s*[:.]?$/iu,
  /^(?:everything|alles|tout|todo|tudo|все)\s+(.{1,40}?)(?:\s+(?:has|offers|includes|bietet))?\s*(?:[+,:]|plus|$)(.*)$/iu,
]
/** "Includes" before what is included. */
const VERB =
  /^(?:includes?|including|beinhaltet|enthält|umfasst|comprend|inclut|incluye|inclui|contém|include|bevat|включает|содержит|zawiera)\s+/iu
const PREVIOUS = new WordSearch(
  (among) => `^(?:${alternatives(({ previous }) => previous, among)})`,
)
const FREE = new WordSearch(
  (among) => `^(?:the\\s+)?(?:${composeStems(({ freeLead }) => freeLead, among)})`,
)
/** The Arabic and the Hebrew article are a part of the word. */
const ARTICLE = /^(?:ال(?=\p{L}{2})|ה(?=\p{L}{3}))/u
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
  return everythingFor(text).some((pattern) => pattern.test(text)) && text.split(/\s+/u).length <= 9
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

function restOf(rest: string | undefined): string {
  return (rest ?? '')
    .replace(/^[\s,;:.+&–—-]+/u, '')
    .replace(/^(?:plus|and|und|et|y|e|и|for|für|pour|para|mit|with)(?![\p{L}])\s*[:,]?\s*/iu, '')
    .replace(
      /^(?:포함|に加えて|를 포함|を含む|を含みます|が含まれます|包含|included|inclus(?:es)?|incluidas?|enthalten)[.。]?$/iu,
      '',
    )
    .replace(/^(?:more|mehr|much more|même plus|más|mais)\s*[:!.]?$/iu, '')
    .trim()
}
