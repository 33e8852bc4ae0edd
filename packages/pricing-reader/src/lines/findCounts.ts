import { composeWords, wordPattern } from '../words/composeWords.ts'
import { WordSearch } from '../words/WordSearch.ts'

/** A number that counts something, and where in the text it stands. */
export interface Count {
  value: number
  start: number
  end: number
  /** "10+": at least so many. */
  isOpen: boolean
  /** "3x": so many times. */
  isTimes: boolean
  /** "30-day": bound to the word after it. */
  isHyphened: boolean
  /** Written with a thousands separator or a suffix, so hardly a version or a name. */
  isGrouped: boolean
}

const DIGITS =
  /(?<!_|\d\+)(?<=^|[^\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])(?:\d{1,3}(?:[\u0020\u00a0\u2009\u202f,.'’]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)/gu
const CURRENCY_BEFORE = /(?:\p{Sc}|R\$|\b(?:Rs|CHF|USD|EUR|GBP|INR|JPY|kr)\.?)\s?$/u
const CURRENCY_AFTER =
  /^\s?(?:\p{Sc}|(?:USD|EUR|GBP|INR|JPY|CHF|BRL|USDT|RUB|KRW|SEK|NOK|DKK|PLN|VND|VNĐ|AUD|CAD|SGD|IDR|MXN|ZAR|AED|CZK|HUF|RON|kr|zł|Kč|Ft|đ|грн|руб|euros?|dollars?|円|元|원)(?![\p{L}\p{N}]))/iu
const SUFFIXES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:k|K)(?![\p{L}\p{N}])/u, 1e3],
  [/^\s?(?:thousand|tausend|tsd\.?|mille|mil|тыс\.?|тысяч\p{L}*)(?![\p{L}\p{N}])/iu, 1e3],
  [/^\s?(?:M|MM|mm|mn|mio\.?|mln\.?|mi)(?![\p{L}\p{N}])/u, 1e6],
  [
    /^\s?(?:Mio\.?|millions?|million\p{L}*|millones|millón|milh(?:ão|ões)|milioni?|млн\.?|миллион\p{L}*)(?![\p{L}\p{N}])/iu,
    1e6,
  ],
  [/^\s?(?:B|bn|billions?)(?![\p{L}\p{N}])/u, 1e9],
  [/^\s?(?:万|萬|만)/u, 1e4],
  [/^\s?(?:億|亿|억)/u, 1e8],
  [/^\s?(?:千|천)/u, 1e3],
]
/** What may stick to a number without a space between. */
const ATTACHED =
  /^(?:(?:[KMGTP]i?[Bb]|[gmt]b|[KMG]b(?:ps|it)?|[kKMG]bit|[kM]?B\/s|GHz|MHz|[hdx]|hrs?|[Hh]ours?|[Mm]ins?|[Mm]inutes?|[Dd]ays?|X)(?![\p{L}\p{N}])|[×\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])/u
const PICTURE_SIZE =
  /^\s*(?:ultra|uhd|hd|video|resolution|res|quality|export|render|upscal|image|footage|stream|display|output|download|support|auflösung|qualität|vidéo|résolution|qualité|calidad|resolución|qualidade|resolução|画質|해상도|画质)/iu
const DURATION_WORD =
  /^[-‐‑](?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|tag\p{L}*|stunden?|minuten?|monat\p{L}*|jahr\p{L}*|jours?|mois|ans?|seats?|users?)(?![\p{L}\p{N}])/iu

const NUMBER_WORDS = new Map<string, number>(
  Object.entries({
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    twelve: 12,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    zehn: 10,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    dix: 10,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    diez: 10,
    dois: 2,
    duas: 2,
    três: 3,
    quatro: 4,
    dez: 10,
    due: 2,
    tre: 3,
    cinque: 5,
    dieci: 10,
    два: 2,
    две: 2,
    три: 3,
    четыре: 4,
    пять: 5,
    десять: 10,
  }),
)
const NUMBER_WORD = new RegExp(
  `^(?:(?:up to|includes?|bis zu|jusqu'à|hasta|até|fino a|до)\\s+)?(${[...NUMBER_WORDS.keys()].join('|')})(?=\\s+\\p{L})`,
  'iu',
)
const NOT_COUNTED_AFTER = wordPattern('times?|of|or|more|off|click|stop|place|for|to|in|and', 'iu')

/** The numbers in a line that count something: no prices, percentages, versions, ranges, sizes or "24/7". */
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
  if (CURRENCY_BEFORE.test(before.slice(-6)) || CURRENCY_AFTER.test(rest)) return undefined
  if (/^\s?(?:倍|배)|^\s?[%％‰]|^[/:.,x×+]\d|^\(|^\s?[-–—~〜～]\s?\d/u.test(rest)) return undefined
  let value = numberOf(digits)
  let end = start + digits.length
  let isGrouped = /\d\D\d{3}/u.test(digits) && value >= 1000
  for (const [pattern, factor] of SUFFIXES) {
    const suffix = pattern.exec(rest)?.[0]
    if (suffix === undefined) continue
    if (factor === 1e3 && /k/iu.test(suffix) && PICTURE_SIZE.test(rest.slice(suffix.length)))
      return undefined
    value = Number((value * factor).toPrecision(15))
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

/** "1,234", "1.234", "1 234" are thousands; "1.5" and "0,002" are decimals. */
function numberOf(digits: string): number {
  if (/^[1-9]\d{0,2}(?:[^\d]\d{3})+$/u.test(digits)) return Number(digits.replace(/\D/gu, ''))
  return Number(digits.replace(/[\s’']/gu, '').replace(',', '.'))
}

const UNLIMITED = new WordSearch((among) =>
  ['∞', composeWords(({ unlimited }) => unlimited, among)].join('|'),
)

/** Where a line says that there is no limit, in the languages of pricing pages. */
export function findUnlimited(text: string): { start: number; end: number } | undefined {
  return UNLIMITED.findIn(text).toSorted((a, b) => a.start - b.start)[0]
}
