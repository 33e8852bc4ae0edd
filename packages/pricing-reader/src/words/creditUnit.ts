import { composeWords } from './composeWords.ts'
import { WordSearch } from './WordSearch.ts'

const ENDS = new WordSearch(
  (among) =>
    `(?:${composeWords(({ credit }) => credit, among)})(?:\\s+(?:per|for|pro|par|por|of|to|de|di|d['’]|included|inclus|incluidos|inclusos|each|für|pour|para|на)(?![a-z\\u00df-\\u024f]).*)?$`,
)
const EASTERN =
  /(?:クレジット|トークン|ポイント|コイン|크레딧|토큰|포인트|코인|积分|点数|點數|积點|代币|金币|額度|额度)(?:\s|$|\()/u
/** Tokens that open a door or style a page, points of a map, and credit in the banking sense. */
const OTHER_SENSE =
  /(?<![\p{L}\p{N}])(?:access|api|auth|authentication|bearer|design|security|session|context|max(?:imum)?|output|input|refresh|hardware|non-fungible|nft|tax|tip|store|data|end|touch|decimal|story|price|selling|r&d|extra usage|academic|course|cpd|cme|ce|ceu)\s+(?:credits?|tokens?|coins?|points?)/iu

/** Whether a count of this is a grant in a unit that is spent on actions. */
export function isCreditUnit(name: string): boolean {
  const [plain = ''] = name.split(/[([（]/u, 1).map((part) => part.trim())
  return (ENDS.isIn(plain) || EASTERN.test(`${plain} `)) && !OTHER_SENSE.test(plain)
}

const MENTION =
  /cr[eé]dit|token|jeton|coin|point|gem|kredi|guthaben|кредит|токен|монет|балл|クレジット|トークン|ポイント|コイン|크레딧|토큰|포인트|코인|积分|点数|點數|积點|代币|金币|额度|額度|fichas|puntos|pontos|gettoni|poletter|kontör|punkt/iu

const CREDIT = new WordSearch((among) => composeWords(({ credit }) => credit, among))

/** Whether a text speaks of such a unit at all; cheaper to ask than what it says of it. */
export function mentionsCredits(text: string): boolean {
  return MENTION.test(text) || CREDIT.isIn(text)
}
