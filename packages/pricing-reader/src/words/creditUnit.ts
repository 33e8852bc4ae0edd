import { alternatives, anyOf, composeWords, UNSPACED_LANGUAGES } from './composeWords.ts'
import { WordSearch } from './WordSearch.ts'

const ENDS = new WordSearch(
  (among) =>
    `(?:${composeWords(({ credit }) => credit, among)})(?:\\s+${anyOf(({ creditTail }) => creditTail)}(?![a-z\\u00df-\\u024f]).*)?$`,
)
const EASTERN = new RegExp(`${anyOf(({ credit }) => credit, UNSPACED_LANGUAGES)}(?:\\s|$|\\()`, 'u')
/** Access tokens, design tokens, touch points and bank credit are not units that are spent. */
const OTHER_SENSE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${anyOf(({ otherCredit }) => otherCredit)}\s+${anyOf(({ credit }) => credit)}`,
  'iu',
)

/** Returns true for a unit that is spent on actions, such as credits or tokens. */
export function isCreditUnit(name: string): boolean {
  const [plain = ''] = name.split(/[([（]/u, 1).map((part) => part.trim())
  return (ENDS.isIn(plain) || EASTERN.test(`${plain} `)) && !OTHER_SENSE.test(plain)
}

const MENTION = new RegExp(
  [
    alternatives(({ creditStem }) => creditStem),
    alternatives(({ credit }) => credit, UNSPACED_LANGUAGES),
  ].join('|'),
  'iu',
)

const CREDIT = new WordSearch((among) => composeWords(({ credit }) => credit, among))

/** Returns true for text that may mention a credit unit. Cheaper than `isCreditUnit`. */
export function mentionsCredits(text: string): boolean {
  return MENTION.test(text) || CREDIT.isIn(text)
}
