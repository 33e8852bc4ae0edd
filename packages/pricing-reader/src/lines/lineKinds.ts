import { LENGTH, WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeWords } from '../words/composeWords.ts'

const HEADING = new RegExp(String.raw`^${anyOf(({ listHeading }) => listHeading)}\s*[:：]*$`, 'iu')

/** Returns true for a line that only introduces the lines after it. */
export function isBareHeading(text: string): boolean {
  return HEADING.test(text) || (/[:：]$/u.test(text) && text.split(/\s+/u).length <= WORDS.heading)
}

const CALL = new RegExp(
  String.raw`^${anyOf(({ callToAction }) => callToAction)}\s*[!→›»>.…]*$`,
  'iu',
)

/** Returns true for the text of a button. */
export function isCall(text: string): boolean {
  return text.length <= LENGTH.button && CALL.test(text)
}

const QUESTIONS = new RegExp(
  composeWords(({ questions }) => questions),
  'iu',
)

/** Returns true for the heading of a section of questions, whose answers repeat prices. */
export function isQuestions(heading: string): boolean {
  return heading.length <= LENGTH.questionsHeading && QUESTIONS.test(heading)
}

const SUITS = new RegExp(String.raw`^${anyOf(({ suits }) => suits)}(?![\p{L}\p{N}])`, 'iu')
const SUITS_AFTER = new RegExp(`${anyOf(({ suitsAfter }) => suitsAfter)}$`, 'u')

/** Returns true for a line about the people whom a tier suits. */
export function isSuitedFor(text: string): boolean {
  return SUITS.test(text) || SUITS_AFTER.test(text)
}

const TERMS = new RegExp(
  [
    alternatives(({ terms }) => terms),
    String.raw`(?<![\p{L}])${anyOf(({ spends }) => spends)}\s+(?:\p{L}+\s+)?[\d.,]+\s*${anyOf(({ creditName }) => creditName)}`,
  ].join('|'),
  'iu',
)

/**
 * Returns true for a line about payment, trials, cancellation or the law, which names no feature.
 */
export function isTerms(text: string): boolean {
  return TERMS.test(text)
}
