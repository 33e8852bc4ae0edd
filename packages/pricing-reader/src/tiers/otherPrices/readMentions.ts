import type { ReadTier } from '../../offer.ts'
import { isWithin, type PageNode } from '../../page/PageNode.ts'
import type { PageModel } from '../../page/readModel.ts'
import { findAmounts, toMinor } from '../../price/findAmounts.ts'
import { findIntervals } from '../../price/findIntervals.ts'
import { isDecoy } from '../../price/priceWords.ts'
import { BOUND, EVIDENCE, NEAR } from '../../thresholds.ts'
import type { OtherPrice } from './addPrices.ts'

/** Reads the prices of a tier in prose: "Pro drops to $90/year". */
export function readMentions(
  tier: ReadTier,
  tiers: readonly ReadTier[],
  cards: readonly PageNode[],
  page: PageModel,
): OtherPrice[] {
  const found: OtherPrice[] = []
  for (const { text, block, isHidden } of page.lines) {
    if (isHidden || text.length > BOUND.mentionLine || !text.includes(tier.name)) continue
    const amounts = findAmounts(text, page.hints)
    if (amounts.length === 0 || cards.some((card) => isWithin(block, card))) continue
    amounts.forEach(({ start, end, value, currency }, index) => {
      const from = amounts[index - 1]?.end ?? 0
      const before = text.slice(Math.max(from, start - tier.name.length - NEAR.mention), start)
      const after = text.slice(end, amounts[index + 1]?.start)
      if (lastNamed(before, tiers) !== tier.name || isDecoy(before, after, value)) return
      const [word] = findIntervals(after.slice(0, NEAR.mentionInterval))
      const amountMinor = toMinor(value, currency)
      if (!word || word.start > 2 || amountMinor === null) return
      if (word.interval !== 'year' && word.interval !== 'month') return
      found.push({
        period: word.interval,
        amountMinor,
        evidence: text.slice(Math.max(0, start - EVIDENCE.before), end + EVIDENCE.after),
        source: 'faq',
      })
    })
  }
  // A monthly price in prose may be a promotion. A yearly price is reliable.
  return found.filter(({ period }) => period === 'year')
}

/** The tier that a text mentions last. A longer name wins over a name that it contains. */
function lastNamed(text: string, tiers: readonly ReadTier[]): string | null {
  let best: { name: string; end: number } | null = null
  for (const { name } of tiers) {
    const at = text.lastIndexOf(name)
    if (
      at < 0 ||
      /[\p{L}\d]/u.test(text[at - 1] ?? ' ') ||
      /[\p{L}\d]/u.test(text[at + name.length] ?? ' ')
    )
      continue
    const end = at + name.length
    if (!best || end > best.end || (end === best.end && name.length > best.name.length))
      best = { name, end }
  }
  return best?.name ?? null
}
