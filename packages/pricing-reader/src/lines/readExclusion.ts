import { CROSS_ICON_WORDS } from '../page/markupNames.ts'
import { WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeWords } from '../words/composeWords.ts'
import { CROSSES } from '../words/symbols.ts'
import { WordSearch } from '../words/WordSearch.ts'
import { findUnlimited } from './quantities/findCounts.ts'

/** A feature that a line says is missing. */
export interface Exclusion {
  feature: string
  /** The absence is an advantage: "No watermarks". */
  isBenefit: boolean
}

const CROSS = new RegExp(
  String.raw`^\s*(?:[${CROSSES}]|[xX×](?=\s+\p{L})|\[\s?[xX✗]\s?\]|(?:${CROSS_ICON_WORDS})\s*(?=[\p{Lu}\d]))\s*`,
  'u',
)
const NO = new WordSearch(
  (among) =>
    `^(?:${composeWords(({ without }) => without, among)})(?:(?<=[’'\\u0e00-\\u0e7f])|\\s+)(?=[a-z\\d\\u00aa-\\u1fff\\u2c00-\\uffff])`,
)
const NOT_INCLUDED = new WordSearch(
  (among) =>
    `(?<![\\s\\-–—:(])[\\s\\-–—:(]+(?:${alternatives(({ missing }) => missing, among)})\\s*\\)?$`,
)
const CANNOT = new RegExp(String.raw`^${anyOf(({ cannot }) => cannot)}\s+(\p{L}.+)$`, 'iu')
const MISSING_AFTER = new RegExp(`^(.+?)${anyOf(({ missingAfter }) => missingAfter)}$`, 'u')
const MISSING_BEFORE = new RegExp(`^${anyOf(({ missingBefore }) => missingBefore)}(.+)$`, 'u')

/** Things that no customer wants, even if another tier has them. */
const ALWAYS_NUISANCE = new WordSearch((among) =>
  composeWords(({ alwaysNuisance }) => alwaysNuisance, among),
)

const NUISANCE = new WordSearch((among) => composeWords(({ nuisance }) => nuisance, among))
const CAPABILITY = new WordSearch((among) => composeWords(({ capability }) => capability, among))

const isNuisance = (text: string): boolean => NUISANCE.isIn(text)

/** Removes a cross from the beginning of a line. */
export function withoutCross(text: string): string | undefined {
  const cross = CROSS.exec(text)
  if (cross === null) return undefined
  const rest = text.slice(cross[0].length).trim()
  return rest === '' ? undefined : rest
}

/**
 * Reads a line that says that a feature is missing. If another tier has the feature, the line is a
 * limitation. Otherwise the words of the feature decide between a limitation and an advantage.
 */
export function readExclusion(
  text: string,
  isGrantedElsewhere: (feature: string) => boolean,
): Exclusion | undefined {
  const plain = text.replace(/[.!]$/u, '')
  const [tail] = NOT_INCLUDED.findIn(plain)
  const after =
    (tail && tail.start > 0 ? plain.slice(0, tail.start) : undefined) ??
    MISSING_AFTER.exec(plain)?.[1] ??
    MISSING_BEFORE.exec(plain)?.[1]
  const barred = CANNOT.exec(plain)?.[1]
  if (barred !== undefined) return { feature: barred.trim(), isBenefit: false }
  if (after !== undefined && !isNuisance(after)) return { feature: after.trim(), isBenefit: false }
  const [lead] = NO.findIn(plain)
  // "Ohne Limit" means unlimited.
  if (findUnlimited(plain)?.start === 0) return undefined
  const feature = (lead ? plain.slice(lead.end) : after)?.trim()
  if (feature === undefined || feature.split(/\s+/u).length > WORDS.missingFeature) return undefined
  if (ALWAYS_NUISANCE.isIn(feature)) return { feature, isBenefit: true }
  if (isGrantedElsewhere(feature)) return { feature, isBenefit: false }
  if (isNuisance(feature)) return { feature, isBenefit: true }
  return { feature, isBenefit: !CAPABILITY.isIn(feature) }
}
