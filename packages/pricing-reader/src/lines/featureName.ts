import { COUNT, LENGTH, WORDS } from '../thresholds.ts'
import { alternatives, anyOf } from '../words/composeWords.ts'

const AVAILABILITY = new RegExp(
  String.raw`(?:\s*[-–—:,]\s*|\s+)${anyOf(({ availability }) => availability)}\s*[!.]?$`,
  'iu',
)
const LEAD = new RegExp(
  String.raw`^(?:${anyOf(({ featureLead }) => featureLead)}\s+)(?=\p{L})`,
  'iu',
)
/** The price of a feature is not part of its name: "Review — £30". */
const PRICED = new RegExp(
  String.raw`\s*(?:[-–—:(]|(?<=\s)${anyOf(({ atPrice }) => atPrice)})\s*(?:\p{Sc}\s?\d|\d[\d.,]*\s?\p{Sc}).*$`,
  'u',
)
const EXPLANATION = new RegExp(
  String.raw`\s*[([（]([^()（）[\]]{1,${LENGTH.explanation}})[)\]）]`,
  'gu',
)
const FULL_STOP = new RegExp(
  String.raw`(?<!\b${anyOf(({ abbreviation }) => abbreviation)})\.$`,
  'u',
)
const SENTENCE_AFTER_NAME = new RegExp(
  String.raw`^(.{3,${LENGTH.explainedName}}?)(?:\s+[-–—]\s+|:\s+|\.\s+)(.+)$`,
  'u',
)

/** The name of a feature, without asides, "included" and explanations. */
export function featureName(text: string): string {
  const name = text
    .replace(EXPLANATION, (whole, inside: string) => (isExplanation(inside) ? ' ' : whole))
    .replace(PRICED, '')
    .replace(/\s*[-–—]\s*(?=,)/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/\s+,/gu, ',')
    .trim()
    .replace(AVAILABILITY, '')
    .replace(LEAD, '')
    .replace(/^[\s,;:.·|/+&–—-]+/u, '')
    .replace(/[\s,;:·|/+&–—-]+$/u, '')
    .replace(FULL_STOP, '')
    .trim()
  return shortened(withoutSentence(name))
}

/** Returns true for long text in brackets. A short word is part of the name: "SSO (SAML)". */
function isExplanation(inside: string): boolean {
  return inside.split(/\s+/u).length > WORDS.aside || inside.length > LENGTH.aside
}

/** Removes the explanation after a name: "Webhooks: real-time events sent to your own server". */
function withoutSentence(name: string): string {
  const cut = SENTENCE_AFTER_NAME.exec(name)
  if (cut?.[1] === undefined || cut[2] === undefined) return name
  return cut[2].split(/\s+/u).length > WORDS.explainedName &&
    cut[1].split(/\s+/u).length <= WORDS.explainedName
    ? cut[1]
    : name
}

function shortened(name: string): string {
  if (name.length <= LENGTH.featureName) return name
  const cut = name.slice(0, LENGTH.featureName)
  return cut
    .slice(0, Math.max(cut.lastIndexOf(' '), LENGTH.featureNameMin))
    .replace(/[\s,;:–—-]+$/u, '')
}

const FILLER = new Set(alternatives(({ filler }) => filler).split('|'))

function wordsOf(feature: string): Set<string> {
  const words = feature
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((word) => word !== '' && !FILLER.has(word))
    .map((word) =>
      word.length > COUNT.stemLetters ? word.replace(/ies$/u, 'y').replace(/(?:es|s)$/u, '') : word,
    )
  return new Set(words)
}

/** Returns true if two names have the same words, in any order, in the singular or the plural. */
export function sameFeature(a: string, b: string): boolean {
  const left = wordsOf(a)
  const right = wordsOf(b)
  if (left.size === 0 || right.size === 0) return a.trim().toLowerCase() === b.trim().toLowerCase()
  return left.size === right.size && [...left].every((word) => right.has(word))
}

/** Returns true if one name has all words of the other: "API access" and "Full API access". */
export function overlapsFeature(a: string, b: string): boolean {
  const left = wordsOf(a)
  const right = wordsOf(b)
  const [small, large] = left.size <= right.size ? [left, right] : [right, left]
  return small.size > 0 && [...small].every((word) => large.has(word))
}
