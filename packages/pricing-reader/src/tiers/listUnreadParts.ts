import type { PriceInterval, ReadTier } from '../offer.ts'
import type { PageLine } from '../page/PageLine.ts'
import { isWithin } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import { codeOf } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { isPlaceholder, saysContact } from '../price/priceWords.ts'
import { BOUND, COUNT, LENGTH } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import type { FoundTier } from './readTier.ts'

const YEARLY_SWITCH = new RegExp(
  String.raw`^${anyOf(({ switchLead }) => switchLead)}?${anyOf(({ yearlySwitch }) => yearlySwitch)}(?!\p{L}).{0,${LENGTH.switchEnd}}$|${anyOf(({ yearlyDiscount }) => yearlyDiscount)}`,
  'iu',
)
const MONTHLY_SWITCH = new RegExp(
  String.raw`^${anyOf(({ switchLead }) => switchLead)}?${anyOf(({ monthlySwitch }) => monthlySwitch)}(?!\p{L}).{0,${LENGTH.switchEnd}}$`,
  'iu',
)
const REGION_SWITCH = new RegExp(`^${anyOf(({ region }) => region)}$`, 'i')
const EMPTY = new RegExp(
  String.raw`^(?:—|–|--+|…|\.\.\.|${anyOf(({ loading }) => loading)}(?:\.\.\.|…)?|\[\[.*\]\]|\{\{.*\}\})$`,
  'i',
)
const TOTAL = new RegExp(String.raw`^${anyOf(({ total }) => total)}\s*:?$`, 'iu')
const TO_COME = new RegExp(
  anyOf(({ priceToCome }) => priceToCome),
  'i',
)
const SOON = new RegExp(`^${anyOf(({ comingSoon }) => comingSoon)}[.!…]*$`, 'iu')
const NO_PLANS = 'The page has prices, but no plans that they belong to.'

/** Lists the parts of a page that could not be read, one sentence each. */
export function listUnreadParts(
  foundTiers: readonly FoundTier[],
  isIntervalAssumed: boolean,
  sellsOther: boolean,
  { lines, hints, grids }: PageModel,
): string[] {
  const shown = lines.filter(({ isHidden }) => !isHidden)
  const missed: string[] = []
  let hasBlankPrice = false
  for (const { tier, card } of foundTiers) {
    if (!tier.priceUnreadable) continue
    if (card.lines.some(({ text }) => SOON.test(text))) {
      missed.push(`The page says that the price of ${tier.name} will be announced later.`)
    } else {
      hasBlankPrice = true
      missed.push(`The price of ${tier.name} was not found. A script on the page may fill it in.`)
    }
  }
  const inTable = (line: PageLine): boolean =>
    grids.some(({ node }) => line.order >= node.order && line.order <= node.end)
  const paid = (tier: ReadTier, interval: PriceInterval): boolean =>
    tier.prices.some((price) => price.interval === interval && price.amountMinor > 0)
  const lacks = (one: PriceInterval, other: PriceInterval): boolean =>
    foundTiers.some(({ tier }) => paid(tier, one) && !paid(tier, other))
  // "Yearly" in a card with a yearly price is a statement and not a switch.
  const offers = (interval: PriceInterval, pattern: RegExp): boolean =>
    shown.some(
      (line) =>
        isSwitch(line.text, pattern) &&
        !inTable(line) &&
        !foundTiers.some(({ tier, node }) => paid(tier, interval) && isWithin(line.block, node)),
    )
  if (lacks('month', 'year') && offers('year', YEARLY_SWITCH)) {
    missed.push('The page offers yearly billing, but some yearly prices are missing from its HTML.')
  }
  if (lacks('year', 'month') && offers('month', MONTHLY_SWITCH)) {
    missed.push(
      'The page offers monthly billing, but some monthly prices are missing from its HTML.',
    )
  }
  if (isIntervalAssumed) {
    missed.push('Some prices do not say how often they are paid, so their interval was assumed.')
  }
  if (shown.filter(isRegionSwitch).length >= 2) {
    missed.push(
      'A switch on the page shows prices for other regions or currencies, which were not read.',
    )
  }
  // A total of zero is calculated by a script.
  const isEmptyTotal = (index: number): boolean =>
    TOTAL.test(shown[index - 1]?.text ?? '') &&
    findAmounts(shown[index]?.text ?? '', hints).some(({ value }) => Number(value) === 0)
  // A dash beside ticks is a cell of a comparison.
  const isCell = (index: number): boolean =>
    [shown[index - 1], shown[index + 1]].some((line) => line && !line.text && line.mark !== null)
  const blanks = shown.filter(
    (line, index) =>
      (EMPTY.test(line.text) || isPlaceholder(line.text) || isEmptyTotal(index)) &&
      !inTable(line) &&
      !isCell(index) &&
      // A line "/mo" belongs to the amount, or its placeholder, in the line above.
      !(line.text.startsWith('/') && isPriceAbove(aboveTerms(shown, index))),
  )
  if (blanks.length > 0 && !hasBlankPrice) {
    missed.push('Some figures on the page are filled in by a script, so they were not read.')
  }
  if (shown.some(({ text }) => text.length <= LENGTH.announcement && TO_COME.test(text))) {
    missed.push('The page says that a price will be announced later.')
  }
  if (lines.length >= BOUND.lines) {
    missed.push('The page is very long, so only its beginning was read.')
  }
  const why = foundTiers.length === 0 ? whyNothing(shown, hints) : null
  if (why && !(sellsOther && why === NO_PLANS)) missed.push(why)
  return missed
}

/** The line above "/mo" and "/year", which may follow each other. */
const aboveTerms = (shown: readonly PageLine[], index: number): string =>
  shown.slice(0, index).findLast(({ text }) => !text.startsWith('/'))?.text ?? ''

const isPriceAbove = (text: string): boolean =>
  /\d\D{0,4}$/.test(text) || saysContact(text) || SOON.test(text)

const isRegionSwitch = ({ text, isButton, block }: PageLine): boolean =>
  (isButton || block.tag === 'option') &&
  (REGION_SWITCH.test(text) || codeOf(/(?:^|\()([A-Z]{3})(?:\b|\))/.exec(text)?.[1]) !== null)

const isSwitch = (text: string, pattern: RegExp): boolean =>
  text.length <= LENGTH.switchLabel && pattern.test(text)

function whyNothing(shown: readonly PageLine[], hints: PageModel['hints']): string {
  const letters = shown.reduce((sum, { text }) => sum + text.length, 0)
  if (letters < COUNT.shellLetters)
    return 'Scripts build the page in the browser, so its HTML contains no plans.'
  const isPriced = shown.some(({ text }) => findAmounts(text, hints).length > 0)
  return isPriced ? NO_PLANS : 'The page has no prices.'
}
