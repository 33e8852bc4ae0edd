import { LENGTH, WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeWords } from '../words/composeWords.ts'

const HEADING = new RegExp(String.raw`^${anyOf(({ listHeading }) => listHeading)}\s*[:：]*$`, 'iu')

/** Whether a line only heads the lines after it. */
export function isBareHeading(text: string): boolean {
  return HEADING.test(text) || (/[:：]$/u.test(text) && text.split(/\s+/u).length <= WORDS.heading)
}

const CALL = new RegExp(
  String.raw`^${anyOf(({ callToAction }) => callToAction)}\s*[!→›»>.…]*$`,
  'iu',
)

/** Whether a line is a call to act: the words of a button. */
export function isCall(text: string): boolean {
  return text.length <= LENGTH.button && CALL.test(text)
}

const QUESTIONS = new RegExp(
  composeWords(({ questions }) => questions),
  'iu',
)

/** Whether a heading begins the questions and answers, whose prose repeats prices in passing. */
export function isQuestions(heading: string): boolean {
  return heading.length <= LENGTH.questionsHeading && QUESTIONS.test(heading)
}

const SUITS = new RegExp(String.raw`^${anyOf(({ suits }) => suits)}(?![\p{L}\p{N}])`, 'iu')
const SUITS_AFTER = new RegExp(`${anyOf(({ suitsAfter }) => suitsAfter)}$`, 'u')

/** Whether a line is about whom a tier suits. */
export function isSuitedFor(text: string): boolean {
  return SUITS.test(text) || SUITS_AFTER.test(text)
}

/** Notes about paying, trying and leaving, in the languages of pricing pages. */
const TERMS = new RegExp(
  [
    alternatives(({ terms }) => terms),
    String.raw`(?<![\p{L}])${anyOf(({ spends }) => spends)}\s+(?:\p{L}+\s+)?[\d.,]+\s*${anyOf(({ creditName }) => creditName)}`,
  ].join('|'),
  'iu',
)

/** Whether a line tells of paying, trying, leaving or the law, and so names nothing that a tier includes. */
export function isTerms(text: string): boolean {
  return TERMS.test(text)
}
