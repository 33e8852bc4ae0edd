import { currencyScale } from '@purser/contract/client'
import { languages } from '../languages/index.ts'
import type { Language } from '../languages/Words.ts'
import { LENGTH, NEAR } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { codeOf, type MoneyHints, signAfter, signBefore } from './currencySigns.ts'

/** An amount of money, and its position in the text. */
export interface PageAmount {
  start: number
  end: number
  /** ISO 4217 in lower case. */
  currency: string
  /** A plain decimal in major units. */
  value: string
  /** Given in thousands, or part of such a range: an order of magnitude, not a price. */
  isRough: boolean
  /** The lower end of a range. */
  isFrom: boolean
}

/** Currencies that use a point for thousands and a comma for decimals. */
const POINT_THOUSANDS = new Set(
  'eur brl idr vnd try dkk clp cop ars pyg crc ron uyu huf czk sek nok pln isk'.split(' '),
)
const POINT_LANGS = /^(de|pt|es|it|nl|id|tr|vi|da|el|ro|hr|sl)\b/
const SPACE_LANGS = /^(fr|ru|uk|pl|cs|sv|nb|no|fi|hu|bg|sk)\b/
const SPACE_CURRENCIES = /^(sek|nok|rub|uah|pln|czk|huf|zar|kzt)$/
const NUMBER = new RegExp(
  String.raw`\d{1,2}(?:,\d{2}){1,4},\d{3}(?!\d)(?:\.\d{1,2}(?!\d))?|\d{1,3}(?:[.,'’\u00a0\u202f\u2009 ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,${LENGTH.decimals}}(?!\d))?|(?<=\p{Sc}\s?)\.\d{1,${LENGTH.decimals}}`,
  'gu',
)
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59\uff10-\uff19]/
const BY_FOREIGN_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59\uff10-\uff19]|(?<=\p{Nd})[\u066b\u066c،](?=\p{Nd})/gu

/** Replaces digits and separators of other scripts with ASCII ones, in place. */
export const withPlainDigits = (text: string): string =>
  OTHER_DIGITS.test(text)
    ? text.replace(BY_FOREIGN_DIGIT, (sign) => {
        if (sign === '\u066b') return '.'
        if (sign === '\u066c' || sign === '،') return ','
        const code = sign.charCodeAt(0)
        return String((code - (ZEROS.findLast((zero) => zero <= code) ?? code)) % 10)
      })
    : text
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]

/** Words that multiply an amount, in countries whose prices have many zeros: "Rp 99rb". */
const SCALE = new RegExp(
  String.raw`^\s?(?:(?:${scaleWords(({ script }) => script !== 'unspaced')})(?!\p{L})|${scaleWords(({ script }) => script === 'unspaced')})`,
  'iu',
)
const ZEROS_OF: Readonly<Record<string, Readonly<Record<string, number>>>> = Object.fromEntries(
  languages.flatMap(({ moneyScale }) =>
    moneyScale ? moneyScale.currencies.map((currency) => [currency, moneyScale.zeros]) : [],
  ),
)

const LAKHS = new RegExp(String.raw`^\s?(k|l|${anyOf(({ lakh }) => lakh)})(?![\p{L}\d])`, 'iu')

function scaleWords(isMeant: (language: Language) => boolean): string {
  return languages
    .filter(isMeant)
    .flatMap(({ moneyScale }) => Object.keys(moneyScale?.zeros ?? {}))
    .join('|')
}

/** Finds the amounts of money in a text. A number without a currency is ignored. */
export function findAmounts(written: string, hints: MoneyHints): PageAmount[] {
  const text = withPlainDigits(written)
  if (!/\d/.test(text) || !/[\p{Sc}\p{L}]/u.test(text)) return []
  const found: PageAmount[] = []
  let claimed = 0
  for (const match of text.matchAll(NUMBER)) {
    const start = match.index
    let digits = match[0]
    if (digits.length > LENGTH.amount || start < claimed) continue
    const before = signBefore(text, start, claimed, hints)
    if (before && digits.includes(' ') && !isSpaced(before.currency, hints)) {
      digits = digits.split(' ')[0] ?? digits
    }
    const bare = start + digits.length
    const scale = SCALE.exec(text.slice(bare, bare + NEAR.scale))?.[0] ?? ''
    const sign =
      before ??
      signAfter(text, bare, hints) ??
      (scale ? signAfter(text, bare + scale.length, hints) : null)
    if (!sign || (!before && /[a-z\d.]/i.test(text[start - 1] ?? ' '))) continue
    const amount: PageAmount = {
      start: before ? before.start : start,
      end: before ? bare : sign.end,
      currency: sign.currency,
      value: decimalOf(digits, sign.currency, hints),
      isRough: false,
      isFrom: false,
    }
    if (scale && (before || sign.start > bare)) {
      const zeros = ZEROS_OF[sign.currency]?.[scale.trim().toLowerCase()]
      if (zeros === undefined) amount.isRough = true
      else amount.value = scaled(amount.value, zeros)
      amount.end = Math.max(amount.end, bare + scale.length)
    }
    readTail(text, amount)
    claimed = amount.end
    found.push(amount)
  }
  return found
}

/**
 * Reads the text after an amount that belongs to it: thousands, the end of a range, a currency
 * code.
 */
function readTail(text: string, amount: PageAmount): void {
  const rest = text.slice(amount.end, amount.end + NEAR.amountTail)
  const range = /^\s?[-–—]\s?[^\d\s]{0,3}\s?\d[\d.,]*\s?([kKmM](?![\p{L}]))?/u.exec(rest)
  if (range) {
    amount.end += range[0].length
    amount.isFrom = true
    amount.isRough = range[1] !== undefined
    return
  }
  // "₹1.5L" is 1.5 lakh, which is a common notation in India.
  const lakhs = amount.currency === 'inr' ? LAKHS.exec(rest) : null
  if (lakhs) {
    amount.value = scaled(amount.value, /^k/i.test(lakhs[1] ?? '') ? 3 : 5)
    amount.end += lakhs[0].length
    return
  }
  const thousands = /^\s?[kKM](?![\p{L}\d])\+?/u.exec(rest)
  if (thousands) {
    amount.isRough = true
    amount.end += thousands[0].length
  }
  // In "$29 USD" the code is more exact than the sign.
  const code = /^\s?([A-Z]{3})(?![\p{L}\d])/u.exec(rest)
  const exact = codeOf(code?.[1])
  if (code && exact) {
    amount.currency = exact
    amount.end += code[0].length
  }
}

/** Moves the decimal point. */
function scaled(value: string, zeros: number): string {
  const [whole = '', fraction = ''] = value.split('.')
  const moved = whole + fraction.slice(0, zeros).padEnd(zeros, '0')
  const rest = fraction.slice(zeros)
  return rest ? `${moved}.${rest}` : moved
}

const isSpaced = (currency: string, { lang }: MoneyHints): boolean =>
  SPACE_CURRENCIES.test(currency) || SPACE_LANGS.test(lang)

function decimalOf(digits: string, currency: string, { lang }: MoneyHints): string {
  const plain = digits.replace(/['’\u00a0\u202f\u2009 ]/g, '').replace(/^\./, '0.')
  const lastPoint = plain.lastIndexOf('.')
  const lastComma = plain.lastIndexOf(',')
  if (lastPoint >= 0 && lastComma >= 0) {
    const [thousands, cents] = lastPoint > lastComma ? [',', '.'] : ['.', ',']
    return plain.replaceAll(thousands, '').replace(cents, '.')
  }
  if (lastPoint < 0 && lastComma < 0) return plain
  const parts = plain.split(lastPoint >= 0 ? '.' : ',')
  if (parts.length > 2) return parts.join('')
  const isGrouped = parts[1]?.length === 3 && parts[0] !== '0'
  if (lastComma >= 0) return isGrouped ? parts.join('') : parts.join('.')
  const pointParts =
    POINT_THOUSANDS.has(currency) || POINT_LANGS.test(lang) || currencyScale(currency) === 0
  return isGrouped && pointParts ? parts.join('') : plain
}

/** Converts major units to minor units. Returns null if the value has too many decimals. */
export function toMinor(value: string, currency: string): number | null {
  const scale = currencyScale(currency) ?? 2
  const [whole = '0', fraction = ''] = value.split('.')
  if (/[1-9]/.test(fraction.slice(scale))) return null
  const minor = Number(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`)
  return Number.isSafeInteger(minor) ? minor : null
}
