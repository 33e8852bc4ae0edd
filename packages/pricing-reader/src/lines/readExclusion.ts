import { WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeWords } from '../words/composeWords.ts'
import { WordSearch } from '../words/WordSearch.ts'
import { findUnlimited } from './findCounts.ts'

/** What a line says is not there. */
export interface Exclusion {
  feature: string
  /** Its absence is what is sold: "No watermarks", "ohne Werbung". */
  isBenefit: boolean
}

const CROSS =
  /^\s*(?:[✗✘✕✖❌🚫⛔☒⨯❎]|[xX×](?=\s+\p{L})|\[\s?[xX✗]\s?\]|(?:close|cancel|clear|remove(?:_circle)?|block|highlight_off)\s*(?=[\p{Lu}\d]))\s*/u
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

/** Nobody wants these, though a lesser tier may have them. */
const ALWAYS_NUISANCE = new WordSearch((among) =>
  composeWords(({ alwaysNuisance }) => alwaysNuisance, among),
)

const NUISANCE = new WordSearch((among) => composeWords(({ nuisance }) => nuisance, among))
const CAPABILITY = new WordSearch((among) => composeWords(({ capability }) => capability, among))

const isNuisance = (text: string): boolean => NUISANCE.isIn(text)

/** Takes a cross off the beginning of a line. */
export function withoutCross(text: string): string | undefined {
  const cross = CROSS.exec(text)
  if (cross === null) return undefined
  const rest = text.slice(cross[0].length).trim()
  return rest === '' ? undefined : rest
}

/**
 * Reads a line that says that something is missing. Whether that is a shortcoming or the very benefit is told by
 * whether another tier has it, then by what it is.
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
  // "Ohne Limit" grants without end.
  if (findUnlimited(plain)?.start === 0) return undefined
  const feature = (lead ? plain.slice(lead.end) : after)?.trim()
  if (feature === undefined || feature.split(/\s+/u).length > WORDS.missingFeature) return undefined
  if (ALWAYS_NUISANCE.isIn(feature)) return { feature, isBenefit: true }
  if (isGrantedElsewhere(feature)) return { feature, isBenefit: false }
  if (isNuisance(feature)) return { feature, isBenefit: true }
  return { feature, isBenefit: !CAPABILITY.isIn(feature) }
}
