import { isCurrency } from '@purser/contract/client'
import { languages } from '../languages/index.ts'
import { LENGTH, NEAR } from '../thresholds.ts'

/** Facts about the whole page that decide the meaning of currency signs. */
export interface MoneyHints {
  /** The value of the `lang` attribute. */
  lang: string
  /** The currency that "$", "¥" or "kr" means on this page. */
  currency?: string
}

const SIGNS: Readonly<Record<string, string>> = {
  USD$: 'usd',
  CLP$: 'clp',
  Mex$: 'mxn',
  US$: 'usd',
  AU$: 'aud',
  CA$: 'cad',
  NZ$: 'nzd',
  HK$: 'hkd',
  NT$: 'twd',
  MX$: 'mxn',
  A$: 'aud',
  C$: 'cad',
  S$: 'sgd',
  R$: 'brl',
  'GH₵': 'ghs',
  KSh: 'kes',
  Ksh: 'kes',
  'Rp.': 'idr',
  Rp: 'idr',
  RM: 'myr',
  'Rs.': 'inr',
  Rs: 'inr',
  'SFr.': 'chf',
  'Fr.': 'chf',
  USDT: 'usdt',
  USDC: 'usdc',
  $: 'usd',
  '＄': 'usd',
  '€': 'eur',
  '£': 'gbp',
  '¥': 'jpy',
  '￥': 'jpy',
  '₹': 'inr',
  '₽': 'rub',
  '₴': 'uah',
  '₩': 'krw',
  '₺': 'try',
  '₫': 'vnd',
  '฿': 'thb',
  '₦': 'ngn',
  '₪': 'ils',
  '₱': 'php',
  '₸': 'kzt',
  '₾': 'gel',
  '₡': 'crc',
  '₲': 'pyg',
  '₵': 'ghs',
  'kr.': 'sek',
  kr: 'sek',
  'E£': 'egp',
  '﷼': 'sar',
  '\u20c1': 'sar',
  '₼': 'azn',
  '֏': 'amd',
  '৳': 'bdt',
  '₭': 'lak',
  '៛': 'khr',
  '₮': 'mnt',
  'Bs.': 'bob',
}
const BEFORE_ONLY = new Set(['RM', 'R$', 'S$', 'C$', 'A$', 'Rp', 'Rs', 'S/', 'S/.'])
const BESIDE = new Map([
  ...Object.entries(SIGNS),
  ...languages.flatMap(({ signs }) => Object.entries(signs ?? {})),
])
const AFTER = new Map([
  ...languages.toReversed().flatMap(({ currencies }) => Object.entries(currencies ?? {})),
  ...BESIDE,
])
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]$/u

/** Groups signs by a character, longest first, so that "kr." is found before "kr". */
function bySign(signs: ReadonlyMap<string, string>, at: 0 | -1): Map<string, string[]> {
  const sorted = [...signs.keys()].toSorted((a, b) => b.length - a.length)
  return Map.groupBy(sorted, (sign) => sign.at(at) ?? '')
}
const BY_END = bySign(BESIDE, -1)
const BY_START = bySign(AFTER, 0)
/** Spaces and marks of writing direction. */
const GAP = '[\\s\\u00a0\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'
const GAP_BEFORE = new RegExp(`${GAP}{1,3}$`)
// "45.- CHF" has a dash instead of cents.
const GAP_AFTER = new RegExp(`^(?:[.,][-–—])?${GAP}{0,3}`)
/** Currency codes that are also English words or abbreviations. */
const NO_CODES = new Set(['all', 'top', 'try', 'sos', 'mad', 'gel', 'pen', 'cup', 'ron', 'lak'])
const DOLLARS = /^(aud|cad|nzd|sgd|hkd|mxn|clp|cop|ars|twd|usd)$/

/** A currency sign or code, and its position in the text. */
export interface Sign {
  currency: string
  start: number
  end: number
}

/** The currency directly before a number at `at`, starting no earlier than `from`. */
export function signBefore(text: string, at: number, from: number, hints: MoneyHints): Sign | null {
  const begin = Math.max(from, at - LENGTH.currencyName)
  const head = text.slice(begin, at).replace(GAP_BEFORE, '')
  for (const sign of BY_END.get(head.at(-1) ?? '') ?? []) {
    if (!head.endsWith(sign)) continue
    const start = begin + head.length - sign.length
    if (/^\p{L}/u.test(sign) && /\p{L}/u.test(text[start - 1] ?? ' ')) continue
    return { currency: resolve(sign, BESIDE, hints), start, end: at }
  }
  const code = codeOf(/(?<![\p{L}\d])([A-Z]{3})$/u.exec(head)?.[1])
  if (code) return { currency: code, start: begin + head.length - 3, end: at }
  // The South African rand: "R199".
  if (/(?<![\p{L}\d])R$/u.test(text.slice(begin, at)))
    return { currency: 'zar', start: at - 1, end: at }
  return null
}

/** The currency directly after a number that ends at `at`. */
export function signAfter(text: string, at: number, hints: MoneyHints): Sign | null {
  const gap = GAP_AFTER.exec(text.slice(at, at + NEAR.signGap))?.[0].length ?? 0
  const tail = text.slice(at + gap, at + gap + LENGTH.currencyName)
  for (const sign of BY_START.get(tail[0] ?? '') ?? []) {
    if (!tail.startsWith(sign) || BEFORE_ONLY.has(sign)) continue
    const next = tail[sign.length] ?? ' '
    if (/\p{L}$/u.test(sign) && !UNSPACED.test(sign) && /[\p{L}\p{M}]/u.test(next)) continue
    // In "5 $10" the sign belongs to the second number.
    if (gap > 0 && /\d/.test(next)) return null
    return { currency: resolve(sign, AFTER, hints), start: at, end: at + gap + sign.length }
  }
  const code = codeOf(/^([A-Z]{3})(?![\p{L}\d])/u.exec(tail)?.[1])
  return code ? { currency: code, start: at, end: at + gap + 3 } : null
}

export function codeOf(letters: string | undefined): string | null {
  const code = letters?.toLowerCase()
  return code && isCurrency(code) && !NO_CODES.has(code) ? code : null
}

/** Names that several currencies share, resolved by the language or the country of the page. */
const SHARED: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [
    /^kr/i,
    { sv: 'sek', da: 'dkk', dk: 'dkk', nb: 'nok', nn: 'nok', no: 'nok', is: 'isk', fo: 'dkk' },
  ],
  ...languages.flatMap(({ sharedCurrencies = [] }) =>
    sharedCurrencies.map(
      ({ names, byRegion }) => [new RegExp(`^(?:${names})$`, 'i'), byRegion] as const,
    ),
  ),
]

/** The currency of a sign. A sign that several currencies share means the currency of the page. */
function resolve(
  sign: string,
  signs: ReadonlyMap<string, string>,
  { lang, currency: pageCurrency }: MoneyHints,
): string {
  const currency = signs.get(sign) ?? ''
  if (sign === '$') return pageCurrency && DOLLARS.test(pageCurrency) ? pageCurrency : currency
  if (sign === '¥' || sign === '￥') {
    const isYuan = pageCurrency === 'cny' || (pageCurrency !== 'jpy' && lang.startsWith('zh'))
    return isYuan ? 'cny' : 'jpy'
  }
  const shared = SHARED.find(([name]) => name.test(sign))?.[1]
  if (!shared) return currency
  if (pageCurrency && Object.values(shared).includes(pageCurrency)) return pageCurrency
  const parts = lang.split(/[-_]/).toReversed()
  return parts.map((part) => shared[part]).find((found) => found !== undefined) ?? currency
}
