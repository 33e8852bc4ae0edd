import { COUNT, LENGTH, WORDS } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { findUnlimited } from './quantities/findCounts.ts'
import { readQuantity } from './quantities/readQuantity.ts'

const QUANTITY = String.raw`(?=\d|${anyOf(({ upTo }) => upTo)}|${anyOf(({ unlimited }) => unlimited)})`
const SEPARATORS: readonly RegExp[] = [
  /\s+[/|•·]\s+/u,
  /\s*[;；、]\s*/u,
  /\s+\+\s+/u,
  new RegExp(String.raw`,\s+${QUANTITY}`, 'iu'),
  new RegExp(String.raw`,?\s+(?:&|${anyOf(({ and }) => and)})\s+${QUANTITY}`, 'iu'),
]

/**
 * Splits a line into features. A line is split only if each part states a number ("5 projects / 10
 * users"), because slashes, commas and plus signs also occur in the names of features.
 */
export function splitLine(text: string): string[] {
  for (const separator of SEPARATORS) {
    const parts = text.split(separator).map((part) => part.trim())
    if (parts.length < 2 || parts.length > COUNT.lineParts) continue
    if (parts.every((part) => readQuantity(part) !== undefined)) return parts
    const shared = sharedUnlimited(parts)
    if (shared !== undefined) return shared
  }
  // Bullets between words always separate.
  const bullets = text.split(/\s+•\s+/u).filter((part) => /\p{L}/u.test(part))
  if (bullets.length > 1 && bullets.every((part) => part.split(/\s+/u).length <= WORDS.listPart))
    return bullets
  const sentences = text.split(/(?<=\p{L}{2}[.!])\s+(?=\p{Lu})/u)
  return sentences.length > 1 ? sentences.flatMap((sentence) => splitLine(sentence)) : [text]
}

/** In "Unlimited projects / users" the first word applies to both. */
function sharedUnlimited(parts: string[]): string[] | undefined {
  const [first, ...others] = parts
  if (first === undefined) return undefined
  const span = findUnlimited(first)
  if (span === undefined || span.start !== 0) return undefined
  if (!others.every((part) => /^[\p{L}-]+$/u.test(part))) return undefined
  return [first, ...others.map((part) => `${first.slice(0, span.end)} ${part}`)]
}

const AND = new RegExp(String.raw`^${anyOf(({ and }) => and)}\s+`, 'iu')

/** Splits a list of features on one line, if it is the only line of a card. */
export function splitList(text: string): string[] {
  if (/[.!?。]$/u.test(text.trim())) return [text]
  const parts = text.split(/\s*[,;、，]\s*/u).filter((part) => part !== '')
  const isList =
    parts.length >= COUNT.listParts &&
    parts.every(
      (part) => part.length <= LENGTH.listPart && part.split(/\s+/u).length <= WORDS.listPart,
    )
  return isList ? parts.map((part) => part.replace(AND, '')) : [text]
}
