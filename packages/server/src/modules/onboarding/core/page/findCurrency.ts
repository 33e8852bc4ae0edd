import type { Page } from './parsePage.ts'
import type { PageLine } from './renderLines.ts'

const CODES = 'USD|AUD|CAD|NZD|SGD|HKD|MXN|CLP|COP|ARS|TWD|JPY|CNY|SEK|NOK|DKK'
const SAID = new RegExp(
  `\\b(?:prices?|pricing|amounts?|billed|charged|shown|listed|quoted)\\b[^.]{0,40}\\b(?:in|are)\\s(?:${CODES})\\b`,
  'i',
)
const TAGGED = /"priceCurrency"\s*:\s*"([A-Za-z]{3})"/

/** The currency that a page says its prices are in: what "$" or "kr" stands for in it. */
export function findCurrency(
  { metas, scripts }: Pick<Page, 'metas' | 'scripts'>,
  lines: readonly PageLine[],
): string | null {
  for (const { text, isHidden } of lines) {
    const said = isHidden ? null : SAID.exec(text)
    if (said) return said[0].slice(-3).toLowerCase()
  }
  const meta = metas.get('product:price:currency') ?? metas.get('og:price:currency')
  if (meta && /^[a-z]{3}$/i.test(meta)) return meta.toLowerCase()
  for (const { type, text } of scripts) {
    const tagged = type === 'application/ld+json' ? TAGGED.exec(text)?.[1] : undefined
    if (tagged) return tagged.toLowerCase()
  }
  return yenOrYuan(lines)
}

/** What "¥" stands for: yen where the page writes kana, yuan where it writes Chinese without. */
function yenOrYuan(lines: readonly PageLine[]): string | null {
  const shown = lines.filter(({ isHidden }) => !isHidden)
  if (!shown.some(({ text }) => /[¥￥]/.test(text))) return null
  if (shown.some(({ text }) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))) return 'jpy'
  return shown.some(({ text }) => /\p{Script=Han}/u.test(text)) ? 'cny' : null
}
