import type { ReadTier } from '../../offer.ts'
import { linesIn } from '../../page/PageLine.ts'
import { isWithin, type PageNode } from '../../page/PageNode.ts'
import type { PageModel } from '../../page/readModel.ts'
import { LENGTH } from '../../thresholds.ts'
import { sameName } from '../../words/tierNames.ts'
import type { CardReading } from '../readTier.ts'
import type { GroupKind } from './judgeGroup.ts'

/** A group of cards, and the kind that it has independently of other groups. */
export interface JudgedGroup {
  parent: PageNode
  read: readonly CardReading[]
  kind: GroupKind
}

/**
 * Corrects the kind of groups that only look like plans. Such groups are found by comparison with a
 * group of real plans elsewhere on the page.
 */
export function judgeGroupsTogether<Group extends JudgedGroup>(
  groups: readonly Group[],
  page: PageModel,
): Group[] {
  const plans = groups.filter(({ kind }) => kind === 'tiers')
  const sold = plans.filter(({ read }) => canBeBought(read)).flatMap(({ read }) => read)
  if (sold.length === 0) return [...groups]
  const sums = new Set(plans.flatMap(({ read }) => read.filter(hasButton)).flatMap(pricesIn))
  const repeatsPrices = (read: readonly CardReading[]): boolean => {
    const prices = read.flatMap(pricesIn)
    return prices.length > 0 && prices.every((sum) => sums.has(sum))
  }
  const isShow = ({ read, parent }: Group): boolean =>
    read.every(isProse) ||
    isUnpriced(read) ||
    (isBare(read) && (read.every(isVague) || repeatsPrices(read))) ||
    comparesPlans(parent, read, sold, page) ||
    comparesRivals(read, sold, page)
  return groups.map((group) =>
    group.kind === 'tiers' && isShow(group) ? { ...group, kind: 'other' } : group,
  )
}

/** Returns true if most cards have a price with an interval, and a list or a button. */
const canBeBought = (read: readonly CardReading[]): boolean =>
  read.length >= 2 &&
  read.filter((one) => isPriced(one) && (hasButton(one) || listOf(one) > 1)).length * 2 >
    read.length
const isPriced = ({ tier, reading }: CardReading): boolean =>
  tier.prices.length > 0 && !reading.isIntervalAssumed

const hasButton = ({ tier }: CardReading): boolean => tier.ctaLabel !== undefined
const listOf = ({ card }: CardReading): number =>
  card.lines.filter(({ isListItem }) => isListItem).length
const pricesIn = ({ tier }: CardReading): string[] => paidPrices(tier)
const isVague = ({ reading }: CardReading): boolean => reading.isIntervalAssumed
const isProse = ({ card }: CardReading): boolean =>
  card.lines.some(({ text }) => text.length > LENGTH.prose)

/** Cards without a button and without a list. */
const isBare = (read: readonly CardReading[]): boolean =>
  read.every((one) => !hasButton(one) && listOf(one) < 2)

/** Several cards without prices or lists, which only ask to get in touch. */
const isUnpriced = (read: readonly CardReading[]): boolean =>
  read.length >= 2 && read.every((one) => one.tier.prices.length === 0 && listOf(one) < 2)

/** Returns true if a group is below the names of plans that are sold elsewhere on the page. */
function comparesPlans(
  parent: PageNode,
  read: readonly CardReading[],
  sold: readonly CardReading[],
  page: PageModel,
): boolean {
  const elsewhere = sold.filter((one) => !read.includes(one))
  if (elsewhere.some(({ node }) => isWithin(node, parent))) return false
  const same = read.filter(({ tier }) =>
    elsewhere.some((one) => sameName(one.tier.name, tier.name)),
  )
  if (same.length * 2 > read.length) return false
  const texts = new Set(linesIn(page, parent).map(({ text }) => text))
  return elsewhere.filter(({ tier }) => texts.has(tier.name)).length >= 2
}

/** Returns true if one of the cards is the product itself, so that the others are alternatives. */
function comparesRivals(
  read: readonly CardReading[],
  sold: readonly CardReading[],
  { product }: PageModel,
): boolean {
  if (!product || read.length < 2 || !sold.some((one) => !read.includes(one))) return false
  return read.some(({ tier }) => sameName(tier.name, product))
}

/** The paid prices of a tier as comparable strings. */
export const paidPrices = ({ prices }: ReadTier): string[] =>
  prices.flatMap(({ interval, amountMinor }) =>
    amountMinor > 0 ? [`${interval} ${amountMinor}`] : [],
  )
