import { isCurrency } from '@purser/contract/client'
import { languages } from '../languages/index.ts'
import { LENGTH, NEAR } from '../thresholds.ts'

/** What the page as a whole tells of the money in it. */
export interface MoneyHints {
  /** The page's language, as in `lang`. */
  lang: string
  /** What a bare "$" or "¥" or "kr" stands for. */
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

/** The signs by a letter that each has, the longer ones first: "руб." is not "руб". */
function bySign(signs: ReadonlyMap<string, string>, at: 0 | -1): Map<string, string[]> {
  const sorted = [...signs.keys()].toSorted((a, b) => b.length - a.length)
  return Map.groupBy(sorted, (sign) => sign.at(at) ?? '')
}
const BY_END = bySign(BESIDE, -1)
const BY_START = bySign(AFTER, 0)
/** Spaces, and the marks that turn the direction of writing. */
const GAP = '[\\s\\u00a0\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'
const GAP_BEFORE = new RegExp(`${GAP}{1,3}$`)
// "45.- CHF" has a dash for its cents.
const GAP_AFTER = new RegExp(`^(?:[.,][-–—])?${GAP}{0,3}`)
/** Codes that are English words or abbreviations too. */
const NO_CODES = new Set(['all', 'top', 'try', 'sos', 'mad', 'gel', 'pen', 'cup', 'ron', 'lak'])
const DOLLARS = /^(aud|cad|nzd|sgd|hkd|mxn|clp|cop|ars|twd|usd)$/

/** A currency's sign or code as it stands in a text. */
export interface Sign {
  currency: string
  start: number
  end: number
}

/** The currency that stands right before a number at `at`, not reaching back beyond `from`. */
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
  // South Africa's rand: "R199".
  if (/(?<![\p{L}\d])R$/u.test(text.slice(begin, at)))
    return { currency: 'zar', start: at - 1, end: at }
  return null
}

/** The currency that stands right after a number that ends at `at`. */
export function signAfter(text: string, at: number, hints: MoneyHints): Sign | null {
  const gap = GAP_AFTER.exec(text.slice(at, at + NEAR.signGap))?.[0].length ?? 0
  const tail = text.slice(at + gap, at + gap + LENGTH.currencyName)
  for (const sign of BY_START.get(tail[0] ?? '') ?? []) {
    if (!tail.startsWith(sign) || BEFORE_ONLY.has(sign)) continue
    const next = tail[sign.length] ?? ' '
    if (/\p{L}$/u.test(sign) && !UNSPACED.test(sign) && /[\p{L}\p{M}]/u.test(next)) continue
    // "5 $10": the sign belongs to what follows it.
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

/** Names that several currencies share, and whose each is by the page's language or country. */
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

/** Signs that several currencies share mean the page's own. */
function resolve(
  sign: string,
  signs: ReadonlyMap<string, string>,
  { lang, currency: own }: MoneyHints,
): string {
  const currency = signs.get(sign) ?? ''
  if (sign === '$') return own && DOLLARS.test(own) ? own : currency
  if (sign === '¥' || sign === '￥') {
    return own === 'cny' || (own !== 'jpy' && lang.startsWith('zh')) ? 'cny' : 'jpy'
  }
  const shared = SHARED.find(([name]) => name.test(sign))?.[1]
  if (!shared) return currency
  if (own && Object.values(shared).includes(own)) return own
  const parts = lang.split(/[-_]/).toReversed()
  return parts.map((part) => shared[part]).find((found) => found !== undefined) ?? currency
}
