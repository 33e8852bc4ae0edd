import type { MoneyHints } from '../price/currencySigns.ts'
import { LENGTH, NEAR } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { addMissingSigns } from './addMissingSigns.ts'
import { findGrids, type Grid } from './findGrids.ts'
import type { ParsedPage } from './html/parsePage.ts'
import { TAGGED_CURRENCY } from './markupNames.ts'
import type { PageLine } from './PageLine.ts'
import { renderLines } from './renderLines.ts'
import { unlistCardHeads } from './unlistCardHeads.ts'
import { wrapTextPlans } from './wrapTextPlans.ts'

/** A page in the form that the later stages search. */
export interface PageModel {
  lines: readonly PageLine[]
  /** Tables, and other elements that may be tables. */
  grids: readonly Grid[]
  hints: MoneyHints
  /** The name of the product. */
  product: string | null
}

export function readModel(page: ParsedPage): PageModel {
  const rendered = renderLines(page.body)
  const currency = findPageCurrency(page, rendered)
  const hints = { lang: page.lang, ...(currency ? { currency } : {}) }
  addMissingSigns(rendered, hints)
  const lines = unlistCardHeads(rendered, hints)
  wrapTextPlans(lines, hints)
  const grids = findGrids({ lines }, page.body)
  return { lines, grids, hints, product: findProductName(page) }
}

const CODES = 'USD|AUD|CAD|NZD|SGD|HKD|MXN|CLP|COP|ARS|TWD|JPY|CNY|SEK|NOK|DKK'
const SAID = new RegExp(
  `\\b${anyOf(({ currencyStatement }) => currencyStatement)}\\b[^.]{0,${NEAR.currencyStatement}}\\b${anyOf(({ inCurrency }) => inCurrency)}\\s(?:${CODES})\\b`,
  'i',
)

/** The currency that the page states for its prices, which decides the meaning of "$" or "kr". */
export function findPageCurrency(
  { metas, scripts }: Pick<ParsedPage, 'metas' | 'scripts'>,
  lines: readonly PageLine[],
): string | null {
  for (const { text, isHidden } of lines) {
    const stated = isHidden ? null : SAID.exec(text)
    if (stated) return stated[0].slice(-3).toLowerCase()
  }
  const meta = metas.get('product:price:currency') ?? metas.get('og:price:currency')
  if (meta && /^[a-z]{3}$/i.test(meta)) return meta.toLowerCase()
  for (const { type, text } of scripts) {
    const tagged = type === 'application/ld+json' ? TAGGED_CURRENCY.exec(text)?.[1] : undefined
    if (tagged) return tagged.toLowerCase()
  }
  return yenOrYuan(lines)
}

/**
 * Decides between yen and yuan for "¥": kana means Japanese, Han characters without kana mean
 * Chinese.
 */
function yenOrYuan(lines: readonly PageLine[]): string | null {
  const shown = lines.filter(({ isHidden }) => !isHidden)
  if (!shown.some(({ text }) => /[¥￥]/.test(text))) return null
  if (shown.some(({ text }) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))) return 'jpy'
  return shown.some(({ text }) => /\p{Script=Han}/u.test(text)) ? 'cny' : null
}

const PAGE_WORDS = new RegExp(`^${anyOf(({ pageTitle }) => pageTitle)}$`, 'iu')
const TITLE_END = new RegExp(String.raw`\s*${anyOf(({ titleEnd }) => titleEnd)}\s*$`, 'iu')

/** The name of the product, from the site name or the page title. */
export function findProductName({ title, metas }: ParsedPage): string | null {
  const site =
    metas.get('og:site_name') ??
    metas.get('application-name') ??
    metas.get('apple-mobile-web-app-title')
  const parts = title
    .split(/\s+[|–—·•:-]\s+|\s*[|•·]\s*|:\s+/)
    .map((part) => part.trim())
    .filter((part) => part && !PAGE_WORDS.test(part))
  if (site?.trim()) return site.trim().slice(0, LENGTH.productName)
  const named = parts.map((part) => part.replace(TITLE_END, '').trim()).filter(Boolean)
  const short = [...named].sort((a, b) => a.length - b.length)[0]
  return short ? short.slice(0, LENGTH.productName) : null
}
