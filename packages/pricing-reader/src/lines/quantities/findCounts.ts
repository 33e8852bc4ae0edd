import { languages } from '../../languages/index.ts'
import { COUNT, NEAR } from '../../thresholds.ts'
import {
  anyOf,
  composeWords,
  SPACED_LANGUAGES,
  UNSPACED_LANGUAGES,
  wordPattern,
} from '../../words/composeWords.ts'
import { WordSearch } from '../../words/WordSearch.ts'

/** A number that counts something, and its position in the text. */
export interface Count {
  value: number
  start: number
  end: number
  /** "10+": at least this many. */
  isOpen: boolean
  /** "3x": a factor. */
  isTimes: boolean
  /** "30-day": joined to the word after it. */
  isHyphened: boolean
  /**
   * Written with a thousands separator or a suffix, so it is probably not a version or part of a
   * name.
   */
  isGrouped: boolean
}

const DIGITS =
  /(?<!_|\d\+)(?<=^|[^\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])(?:\d{1,3}(?:[\u0020\u00a0\u2009\u202f,.'’]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)/gu
const CURRENCY_BEFORE = /(?:\p{Sc}|R\$|\b(?:Rs|CHF|USD|EUR|GBP|INR|JPY|kr)\.?)\s?$/u
const CURRENCY_AFTER = new RegExp(
  String.raw`^\s?(?:\p{Sc}|(?:USD|EUR|GBP|INR|JPY|CHF|BRL|USDT|RUB|KRW|SEK|NOK|DKK|PLN|VND|AUD|CAD|SGD|IDR|MXN|ZAR|AED|CZK|HUF|RON|kr|${anyOf(({ currencyAfter }) => currencyAfter)})(?![\p{L}\p{N}]))`,
  'iu',
)
const SUFFIXES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:k|K)(?![\p{L}\p{N}])/u, 1e3],
  [
    new RegExp(
      String.raw`^\s?${anyOf(({ thousand }) => thousand, SPACED_LANGUAGES)}(?![\p{L}\p{N}])`,
      'iu',
    ),
    1e3,
  ],
  [/^\s?(?:M|MM|mm)(?![\p{L}\p{N}])/u, 1e6],
  [
    new RegExp(
      String.raw`^\s?${anyOf(({ million }) => million, SPACED_LANGUAGES)}(?![\p{L}\p{N}])`,
      'iu',
    ),
    1e6,
  ],
  [
    new RegExp(String.raw`^\s?(?:B|bn|${anyOf(({ billion }) => billion)})(?![\p{L}\p{N}])`, 'u'),
    1e9,
  ],
  [new RegExp(String.raw`^\s?${anyOf(({ tenThousand }) => tenThousand)}`, 'u'), 1e4],
  [new RegExp(String.raw`^\s?${anyOf(({ hundredMillion }) => hundredMillion)}`, 'u'), 1e8],
  [new RegExp(String.raw`^\s?${anyOf(({ thousand }) => thousand, UNSPACED_LANGUAGES)}`, 'u'), 1e3],
]
/** Units that may follow a number without a space. */
const ATTACHED = new RegExp(
  String.raw`^(?:(?:[KMGTP]i?[Bb]|[gmt]b|[KMG]b(?:ps|it)?|[kKMG]bit|[kM]?B\/s|GHz|MHz|[hdx]|${anyOf(({ attachedUnit }) => attachedUnit)}|X)(?![\p{L}\p{N}])|[×\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])`,
  'u',
)
const PICTURE_SIZE = new RegExp(String.raw`^\s*${anyOf(({ pictureSize }) => pictureSize)}`, 'iu')
const DURATION_WORD = new RegExp(
  String.raw`^[-‐‑]${anyOf(({ hyphenated }) => hyphenated)}(?![\p{L}\p{N}])`,
  'iu',
)

const NUMBER_WORDS = new Map<string, number>(
  languages.flatMap(({ numbers }) => Object.entries(numbers ?? {})),
)
const NUMBER_WORD = new RegExp(
  `^(?:(?:${anyOf(({ includesVerb }) => includesVerb)}|${anyOf(({ upTo }) => upTo)})\\s+)?(${[...NUMBER_WORDS.keys()].join('|')})(?=\\s+\\p{L})`,
  'iu',
)
const NOT_COUNTED_AFTER = wordPattern(({ notCounted }) => notCounted)
/** "3倍": a factor, which counts nothing. */
const TIMES = new RegExp(String.raw`^\s?${anyOf(({ times }) => times)}`, 'u')

/**
 * Finds the numbers in a line that count something. Prices, percentages, versions, ranges, sizes
 * and "24/7" do not.
 */
export function findCounts(text: string): Count[] {
  const counts: Count[] = []
  for (const match of text.matchAll(DIGITS)) {
    const count = countAt(text, match.index, match[0])
    if (count !== undefined) counts.push(count)
  }
  if (counts.length > 0) return counts
  const word = NUMBER_WORD.exec(text)
  if (word?.[1] === undefined) return []
  const start = word[0].length - word[1].length
  const end = word[0].length
  const next = /^\s+(\S+)/u.exec(text.slice(end))?.[1] ?? ''
  const value = NUMBER_WORDS.get(word[1].toLowerCase())
  if (value === undefined || NOT_COUNTED_AFTER.test(next)) return []
  return [{ value, start, end, isOpen: false, isTimes: false, isHyphened: false, isGrouped: false }]
}

function countAt(text: string, start: number, digits: string): Count | undefined {
  const before = text.slice(0, start)
  let rest = text.slice(start + digits.length)
  if (/[\p{L}\p{N}][-‐‑.,/:'’]$|[#@^]$|\d\s?[-–—~〜～x×:]\s?$/u.test(before)) return undefined
  if (CURRENCY_BEFORE.test(before.slice(-NEAR.currencyBefore)) || CURRENCY_AFTER.test(rest))
    return undefined
  if (TIMES.test(rest) || /^\s?[%％‰]|^[/:.,x×+]\d|^\(|^\s?[-–—~〜～]\s?\d/u.test(rest))
    return undefined
  let value = numberOf(digits)
  let end = start + digits.length
  let isGrouped = /\d\D\d{3}/u.test(digits) && value >= 1000
  for (const [pattern, factor] of SUFFIXES) {
    const suffix = pattern.exec(rest)?.[0]
    if (suffix === undefined) continue
    if (factor === 1e3 && /k/iu.test(suffix) && PICTURE_SIZE.test(rest.slice(suffix.length)))
      return undefined
    value = Number((value * factor).toPrecision(COUNT.exactDigits))
    end += suffix.length
    isGrouped = true
    break
  }
  rest = text.slice(end)
  if (CURRENCY_AFTER.test(rest) || /^\s?[%％]/u.test(rest)) return undefined
  if (/^\p{L}/u.test(rest) && !ATTACHED.test(rest)) return undefined
  const isHyphened = /^[-‐‑]/u.test(rest)
  if (isHyphened && !DURATION_WORD.test(rest)) return undefined
  const isTimes = /^\s?[x×](?![\p{L}\p{N}])/iu.test(rest)
  const isOpen = /^\s?\+/u.test(rest)
  const tail = /^\s?[x×+](?![\p{L}\p{N}])/iu.exec(rest)?.[0] ?? ''
  return { value, start, end: end + tail.length, isOpen, isTimes, isHyphened, isGrouped }
}

/** "1,234", "1.234" and "1 234" are thousands; "1.5" and "0,002" are decimals. */
function numberOf(digits: string): number {
  if (/^[1-9]\d{0,2}(?:[^\d]\d{3})+$/u.test(digits)) return Number(digits.replace(/\D/gu, ''))
  return Number(digits.replace(/[\s’']/gu, '').replace(',', '.'))
}

const UNLIMITED = new WordSearch((among) =>
  ['∞', composeWords(({ unlimited }) => unlimited, among)].join('|'),
)

/** Finds the words in a line that mean unlimited. */
export function findUnlimited(text: string): { start: number; end: number } | undefined {
  return UNLIMITED.findIn(text).toSorted((a, b) => a.start - b.start)[0]
}
