import { alternatives, anyOf, composeWords, UNSPACED } from './composeWords.ts'
import { WordSearch } from './WordSearch.ts'

const ENDS = new WordSearch(
  (among) =>
    `(?:${composeWords(({ credit }) => credit, among)})(?:\\s+${anyOf(({ creditTail }) => creditTail)}(?![a-z\\u00df-\\u024f]).*)?$`,
)
const EASTERN = new RegExp(`${anyOf(({ credit }) => credit, UNSPACED)}(?:\\s|$|\\()`, 'u')
/** Tokens that open a door or style a page, points of a map, and credit in the banking sense. */
const OTHER_SENSE =
  /(?<![\p{L}\p{N}])(?:access|api|auth|authentication|bearer|design|security|session|context|max(?:imum)?|output|input|refresh|hardware|non-fungible|nft|tax|tip|store|data|end|touch|decimal|story|price|selling|r&d|extra usage|academic|course|cpd|cme|ce|ceu)\s+(?:credits?|tokens?|coins?|points?)/iu

/** Whether a count of this is a grant in a unit that is spent on actions. */
export function isCreditUnit(name: string): boolean {
  const [plain = ''] = name.split(/[([（]/u, 1).map((part) => part.trim())
  return (ENDS.isIn(plain) || EASTERN.test(`${plain} `)) && !OTHER_SENSE.test(plain)
}

const MENTION = new RegExp(
  [
    alternatives(({ creditStem }) => creditStem),
    alternatives(({ credit }) => credit, UNSPACED),
  ].join('|'),
  'iu',
)

const CREDIT = new WordSearch((among) => composeWords(({ credit }) => credit, among))

/** Whether a text speaks of such a unit at all; cheaper to ask than what it says of it. */
export function mentionsCredits(text: string): boolean {
  return MENTION.test(text) || CREDIT.isIn(text)
}
