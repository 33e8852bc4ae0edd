import { currencyScale, isCurrency } from '@purser/contract'

/** A sum of money as it stands in a text. */
export interface Amount {
  start: number
  end: number
  /** ISO 4217 in lower case; null when a number stands without one. */
  currency: string | null
  /** A plain decimal in major units. */
  value: string
}

/** What the page as a whole tells of the money in it. */
export interface MoneyHints {
  /** The page's language, as in `lang`. */
  lang: string
  /** What a bare "$" or "¥" or "kr" stands for. */
  currency?: string
}

/** The longer ones first, so that "R$" is not read as "$". */
const SYMBOLS: readonly [string, string][] = [
  ['US$', 'usd'],
  ['USD$', 'usd'],
  ['AU$', 'aud'],
  ['A$', 'aud'],
  ['CA$', 'cad'],
  ['C$', 'cad'],
  ['NZ$', 'nzd'],
  ['HK$', 'hkd'],
  ['NT$', 'twd'],
  ['S$', 'sgd'],
  ['R$', 'brl'],
  ['MX$', 'mxn'],
  ['CLP$', 'clp'],
  ['Mex$', 'mxn'],
  ['GH₵', 'ghs'],
  ['KSh', 'kes'],
  ['Ksh', 'kes'],
  ['Rp.', 'idr'],
  ['Rp', 'idr'],
  ['RM', 'myr'],
  ['Rs.', 'inr'],
  ['Rs', 'inr'],
  ['руб.', 'rub'],
  ['руб', 'rub'],
  ['грн', 'uah'],
  ['тг', 'kzt'],
  ['zł', 'pln'],
  ['Kč', 'czk'],
  ['Ft', 'huf'],
  ['lei', 'ron'],
  ['лв', 'bgn'],
  ['Fr.', 'chf'],
  ['SFr.', 'chf'],
  ['USDT', 'usdt'],
  ['USDC', 'usdc'],
  ['$', 'usd'],
  ['＄', 'usd'],
  ['€', 'eur'],
  ['£', 'gbp'],
  ['¥', 'jpy'],
  ['￥', 'jpy'],
  ['円', 'jpy'],
  ['元', 'cny'],
  ['₹', 'inr'],
  ['₽', 'rub'],
  ['₴', 'uah'],
  ['₩', 'krw'],
  ['원', 'krw'],
  ['₺', 'try'],
  ['₫', 'vnd'],
  ['đ', 'vnd'],
  ['฿', 'thb'],
  ['₦', 'ngn'],
  ['₪', 'ils'],
  ['₱', 'php'],
  ['₸', 'kzt'],
  ['₾', 'gel'],
  ['₡', 'crc'],
  ['₲', 'pyg'],
  ['₵', 'ghs'],
  ['kr.', 'sek'],
  ['kr', 'sek'],
]
const WORDS: readonly [string, string][] = [
  ['dollars', 'usd'],
  ['dollar', 'usd'],
  ['euros', 'eur'],
  ['euro', 'eur'],
  ['рублей', 'rub'],
  ['рубля', 'rub'],
  ['рубль', 'rub'],
]
/** Where a point parts thousands and a comma cents. */
const POINT_THOUSANDS = new Set('eur brl idr vnd try dkk clp cop ars pyg crc ron uyu'.split(' '))
const POINT_LANGS = /^(de|pt|es|it|nl|id|tr|vi|da|el|ro|hr|sl)\b/
const NUMBER =
  /\d{1,3}(?:[.,'’\u00a0\u202f\u2009 ]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,6}(?!\d))?/g
const MAX_DIGITS = 12

/** The sums of money in a text; a number counts only with its currency. */
export function findAmounts(text: string, hints: MoneyHints): Amount[] {
  if (!/\d/.test(text)) return []
  const found: Amount[] = []
  let claimed = 0
  for (const match of text.matchAll(NUMBER)) {
    let digits = match[0]
    const start = match.index
    if (digits.length > MAX_DIGITS + 4 || start < claimed) continue
    const before = currencyBefore(text, start, claimed, hints)
    let after = before ? null : currencyAfter(text, start + digits.length, hints)
    if (!before && !after && / /.test(digits)) {
      // "5 100" was two numbers; the currency may follow the second only.
      continue
    }
    if (before && / /.test(digits) && !after && !isSpaced(before.currency, hints))
      digits = digits.split(' ')[0] ?? digits
    const money = before ?? after
    if (!money) continue
    // A price stands by itself: "v1.2$x" and "a10" are none.
    const previous = text[(before ? before.start : start) - 1] ?? ' '
    if (/[\w.]/.test(previous) && !(before && /[\p{L}]/u.test(previous) === false)) {
      if (!before || /\d/.test(previous)) {
        after = null
        if (/[\p{L}\d.]/u.test(previous)) continue
      }
    }
    let end = before ? start + digits.length : money.end
    let value = decimalOf(digits, money.currency, hints)
    const thousands = /^\s?[kK](?![\p{L}\d])/u.exec(text.slice(end))
    if (before && thousands) {
      value = String(Number(value) * 1000)
      end += thousands[0].length
    }
    if (before) {
      // "$29 USD" and "29 € EUR" say it twice; the code is the exacter one.
      const code = /^\s?([A-Z]{3})(?![\p{L}\d])/u.exec(text.slice(end))
      const exact = code?.[1]?.toLowerCase()
      if (code && exact && isCurrency(exact)) {
        money.currency = exact
        end += code[0].length
      }
    }
    claimed = end
    found.push({ start: before ? before.start : start, end, currency: money.currency, value })
  }
  return found
}

interface Money {
  currency: string
  start: number
  end: number
}

const isSpaced = (currency: string, { lang }: MoneyHints): boolean =>
  /^(sek|nok|dkk|rub|uah|pln|czk|huf|chf|zar)$/.test(currency) ||
  /^(fr|ru|uk|pl|cs|sv|nb|no|fi|hu)\b/.test(lang)

function currencyBefore(
  text: string,
  start: number,
  claimed: number,
  hints: MoneyHints,
): Money | null {
  const from = Math.max(claimed, start - 8)
  const head = text.slice(from, start)
  const trimmed = head.replace(/[\s\u00a0]{1,2}$/, '')
  for (const [symbol, currency] of SYMBOLS) {
    if (!trimmed.endsWith(symbol)) continue
    const at = from + trimmed.length - symbol.length
    if (/^[\p{L}]/u.test(symbol) && /[\p{L}]/u.test(text[at - 1] ?? ' ')) continue
    if (/^(lei|Ft|тг|円|元|원|đ|zł|руб|грн)/.test(symbol)) continue
    return { currency: resolve(symbol, currency, hints), start: at, end: start }
  }
  const code = /(?<![\p{L}\d])([A-Z]{3})$/u.exec(trimmed)?.[1]?.toLowerCase()
  if (code && isCurrency(code) && code !== 'all' && code !== 'top') {
    return { currency: code, start: from + trimmed.length - 3, end: start }
  }
  // South Africa's rand: "R199".
  if (/(?<![\p{L}\d])R$/u.test(head)) return { currency: 'zar', start: start - 1, end: start }
  return null
}

function currencyAfter(text: string, end: number, hints: MoneyHints): Money | null {
  const gap = /^[\s\u00a0]{0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0
  const tail = text.slice(end + gap, end + gap + 10)
  for (const [symbol, currency] of [...SYMBOLS, ...WORDS]) {
    if (!tail.startsWith(symbol)) continue
    const next = tail[symbol.length] ?? ' '
    if (/[\p{L}]$/u.test(symbol) && !/[円元원]/.test(symbol) && /[\p{L}]/u.test(next)) continue
    // "5 $10": the sign belongs to what follows it.
    if (gap > 0 && /\d/.test(next)) return null
    if (symbol === 'RM' || symbol === 'R$' || symbol === 'S$' || symbol === 'C$' || symbol === 'A$')
      continue
    return {
      currency: resolve(symbol, currency, hints),
      start: end,
      end: end + gap + symbol.length,
    }
  }
  const code = /^([A-Z]{3})(?![\p{L}\d])/u.exec(tail)?.[1]?.toLowerCase()
  if (code && isCurrency(code) && code !== 'all' && code !== 'top') {
    return { currency: code, start: end, end: end + gap + 3 }
  }
  return null
}

/** Signs that several currencies share mean the page's own. */
function resolve(symbol: string, currency: string, { lang, currency: own }: MoneyHints): string {
  if (symbol === '$' && own && /^(aud|cad|nzd|sgd|hkd|mxn|clp|cop|ars|twd|usd)$/.test(own))
    return own
  if (symbol === '¥' || symbol === '￥')
    return own === 'cny' || (own !== 'jpy' && lang.startsWith('zh')) ? 'cny' : 'jpy'
  if (symbol.startsWith('kr')) {
    if (lang.startsWith('da')) return 'dkk'
    if (/^(nb|nn|no)\b/.test(lang)) return 'nok'
  }
  return currency
}

function decimalOf(digits: string, currency: string, { lang }: MoneyHints): string {
  const plain = digits.replace(/['’\u00a0\u202f\u2009 ]/g, '')
  const lastPoint = plain.lastIndexOf('.')
  const lastComma = plain.lastIndexOf(',')
  if (lastPoint >= 0 && lastComma >= 0) {
    const [thousands, cents] = lastPoint > lastComma ? [',', '.'] : ['.', ',']
    return plain.replaceAll(thousands, '').replace(cents, '.')
  }
  if (lastPoint < 0 && lastComma < 0) return plain
  const separator = lastPoint >= 0 ? '.' : ','
  const parts = plain.split(separator)
  const last = parts.at(-1) ?? ''
  const isGrouped = last.length === 3 && parts[0] !== '0'
  if (parts.length > 2) return parts.join('')
  if (separator === ',') return isGrouped ? parts.join('') : parts.join('.')
  const pointParts =
    POINT_THOUSANDS.has(currency) || POINT_LANGS.test(lang) || currencyScale(currency) === 0
  return isGrouped && pointParts ? parts.join('') : plain
}

/** A decimal of major units in the currency's smallest unit; null when it has too many decimals. */
export function toMinor(value: string, currency: string): number | null {
  const scale = currencyScale(currency) ?? 2
  const [whole = '0', fraction = ''] = value.split('.')
  if (/[1-9]/.test(fraction.slice(scale))) return null
  const minor = Number(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`)
  return Number.isSafeInteger(minor) ? minor : null
}
