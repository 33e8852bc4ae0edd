import { isCurrency } from '@purser/contract/client'

/** What the page as a whole tells of the money in it. */
export interface MoneyHints {
  /** The page's language, as in `lang`. */
  lang: string
  /** What a bare "$" or "¥" or "kr" stands for. */
  currency?: string
}

/** The longer ones first, so that "R$" is not read as "$". */
const SIGNS: readonly [string, string][] = Object.entries({
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
  VNĐ: 'vnd',
  VNÐ: 'vnd',
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
  zł: 'pln',
  Kč: 'czk',
})
/** These stand after their number only. */
const SIGNS_AFTER: readonly [string, string][] = Object.entries({
  рублей: 'rub',
  рубля: 'rub',
  рубль: 'rub',
  'руб.': 'rub',
  руб: 'rub',
  грн: 'uah',
  тг: 'kzt',
  Ft: 'huf',
  TL: 'try',
  lei: 'ron',
  лв: 'bgn',
  円: 'jpy',
  美元: 'usd',
  美金: 'usd',
  欧元: 'eur',
  元: 'cny',
  달러: 'usd',
  원: 'krw',
  ドル: 'usd',
  ユーロ: 'eur',
  đ: 'vnd',
  dollars: 'usd',
  dollar: 'usd',
  euros: 'eur',
  Euro: 'eur',
  euro: 'eur',
})
const BEFORE_ONLY = new Set(['RM', 'R$', 'S$', 'C$', 'A$', 'Rp', 'Rs'])
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
  const begin = Math.max(from, at - 8)
  const head = text.slice(begin, at).replace(/[\s\u00a0]{1,2}$/, '')
  for (const [sign, currency] of SIGNS) {
    if (!head.endsWith(sign)) continue
    const start = begin + head.length - sign.length
    if (/^\p{L}/u.test(sign) && /\p{L}/u.test(text[start - 1] ?? ' ')) continue
    return { currency: resolve(sign, currency, hints), start, end: at }
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
  // "45.- CHF" has a dash for its cents.
  const gap = /^(?:[.,][-–—])?[\s\u00a0]{0,2}/.exec(text.slice(at, at + 4))?.[0].length ?? 0
  const tail = text.slice(at + gap, at + gap + 10)
  for (const [sign, currency] of [...SIGNS_AFTER, ...SIGNS]) {
    if (!tail.startsWith(sign) || BEFORE_ONLY.has(sign)) continue
    const next = tail[sign.length] ?? ' '
    if (/[\p{L}]$/u.test(sign) && !/[円元원金러ルロ]/.test(sign) && /\p{L}/u.test(next)) continue
    // "5 $10": the sign belongs to what follows it.
    if (gap > 0 && /\d/.test(next)) return null
    return { currency: resolve(sign, currency, hints), start: at, end: at + gap + sign.length }
  }
  const code = codeOf(/^([A-Z]{3})(?![\p{L}\d])/u.exec(tail)?.[1])
  return code ? { currency: code, start: at, end: at + gap + 3 } : null
}

export function codeOf(letters: string | undefined): string | null {
  const code = letters?.toLowerCase()
  return code && isCurrency(code) && !NO_CODES.has(code) ? code : null
}

/** Signs that several currencies share mean the page's own. */
function resolve(sign: string, currency: string, { lang, currency: own }: MoneyHints): string {
  if (sign === '$') return own && DOLLARS.test(own) ? own : currency
  if (sign === '¥' || sign === '￥') {
    return own === 'cny' || (own !== 'jpy' && lang.startsWith('zh')) ? 'cny' : 'jpy'
  }
  if (sign.startsWith('kr')) {
    if (own === 'dkk' || lang.startsWith('da')) return 'dkk'
    if (own === 'nok' || /^(nb|nn|no)\b/.test(lang)) return 'nok'
  }
  return currency
}
