import type { PriceInterval } from '../../offer.ts'
import { firstAt } from '../../page/PageLine.ts'
import type { PageModel } from '../../page/readModel.ts'
import { findIntervals } from '../../price/findIntervals.ts'
import { saysNoSubscription } from '../../price/priceWords.ts'
import { CONFIDENCE, LENGTH, NEAR } from '../../thresholds.ts'
import { alternatives } from '../../words/composeWords.ts'
import type { CardReading } from '../readTier.ts'

const SUBSCRIBING = new RegExp(
  alternatives(({ subscribing }) => subscribing),
  'iu',
)
const ONCE = new RegExp(
  alternatives(({ oncePayment }) => oncePayment),
  'iu',
)

/**
 * Decides the interval of prices that state none. It is the interval of their group. If the group
 * states none, it is a month on pages about months or subscriptions, and one payment elsewhere. A
 * card that rules out a subscription is paid once. Returns true if an interval was assumed.
 */
export function settleIntervals(group: readonly CardReading[], page: PageModel): boolean {
  const assumed = group.filter(({ reading }) => reading.isIntervalAssumed)
  if (assumed.length === 0) return false
  const isOnceForAll = isUnsubscribed(group, page)
  const isMonthly = !isOnceForAll && speaksOfMonths(page)
  const interval = statedInterval(group) ?? (isMonthly ? 'month' : 'one_time')
  for (const { tier, card } of assumed) {
    const isOnce = card.lines.some(({ text }) => ONCE.test(text) || saysNoSubscription(text))
    for (const price of tier.prices) {
      if (price.confidence >= CONFIDENCE.explicit || price.amountMinor === 0) continue
      price.interval = isOnce ? 'one_time' : interval
    }
  }
  return !isOnceForAll
}

/** Returns true if the lines above a group rule out a subscription. */
function isUnsubscribed(group: readonly CardReading[], page: PageModel): boolean {
  const at = firstAt(page.lines, group[0]?.node.order ?? 0)
  for (let i = at - 1; i >= 0 && i >= at - NEAR.groupTitle; i--) {
    const line = page.lines[i]
    if (!line || line.isHidden) continue
    if (saysNoSubscription(line.text)) return true
    if (line.heading > 0) return false
  }
  return false
}

/** The most frequent interval in the group. */
function statedInterval(group: readonly CardReading[]): PriceInterval | null {
  const counts = new Map<PriceInterval, number>()
  for (const { tier, reading } of group) {
    if (reading.isIntervalAssumed) continue
    for (const { interval, amountMinor } of tier.prices) {
      if (amountMinor > 0) counts.set(interval, (counts.get(interval) ?? 0) + 1)
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

const speaksOfMonths = ({ lines }: PageModel): boolean =>
  lines.some(
    ({ text, isHidden }) =>
      !isHidden &&
      (SUBSCRIBING.test(text) ||
        (text.length <= LENGTH.subscriptionLine &&
          findIntervals(text).some(({ interval }) => interval === 'month'))),
  )
