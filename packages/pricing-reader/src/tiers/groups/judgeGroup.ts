import type { PriceInterval } from '../../offer.ts'
import { ADDON_NAMES } from '../../page/markupNames.ts'
import { firstAt, linesIn, type PageLine } from '../../page/PageLine.ts'
import { namesOf, type PageNode } from '../../page/PageNode.ts'
import type { PageModel } from '../../page/readModel.ts'
import { findAmounts } from '../../price/findAmounts.ts'
import { COUNT, LENGTH, NEAR } from '../../thresholds.ts'
import {
  anyOf,
  composeWords,
  LATIN_LANGUAGES,
  NON_LATIN_LANGUAGES,
} from '../../words/composeWords.ts'
import type { CardReading } from '../readTier.ts'

/** The kind of offer that a group of cards contains. */
export type GroupKind = 'tiers' | 'packs' | 'addons' | 'usage' | 'other'

const NO_PLAN = new RegExp(
  String.raw`\b${anyOf(({ explains }) => explains)}\b|^${anyOf(({ explainsAtStart }) => explainsAtStart)}`,
  'i',
)
const NOT_OFFERED = new RegExp(
  String.raw`\b${anyOf(({ notOffered }) => notOffered, LATIN_LANGUAGES)}|${anyOf(({ notOffered }) => notOffered, NON_LATIN_LANGUAGES)}`,
  'i',
)
/** Names of cards about competitors. */
const RIVAL = new RegExp(`^${anyOf(({ rivalName }) => rivalName)}$`, 'i')
/** Names of elements that calculate a price. */
const CALCULATOR = new RegExp(
  `(^|[^a-z])${anyOf(({ calculatorInCode }) => calculatorInCode)}([^a-z]|$)`,
)
const ADDONS = new RegExp(
  composeWords(({ addonSection }) => addonSection),
  'i',
)
const PACKS = new RegExp(
  composeWords(({ packGroup }) => packGroup),
  'i',
)
const USAGE = new RegExp(String.raw`\b${anyOf(({ usageSection }) => usageSection)}\b`, 'i')
const CREDITS = new RegExp(
  String.raw`(?:^|\s)[\d.,]+\s?k?\s+(?:\p{L}+\s)?(?:${composeWords(({ credit }) => credit)})`,
  'iu',
)
const RECURRING: ReadonlySet<PriceInterval> = new Set(['week', 'month', 'quarter', 'year'])

/** Decides the kind of a group by its headings and its cards. */
export function judgeGroup(
  parent: PageNode,
  readings: readonly CardReading[],
  page: PageModel,
): GroupKind {
  const first = readings[0]?.node ?? parent
  const alone = readings.length === 1 ? readings[0]?.tier.name : undefined
  const headings = headingsOf(first, page)
    .concat(alone ?? [])
    .join(' | ')
  const names = `${namesOf(parent)} ${parent.parent ? namesOf(parent.parent) : ''}`
  const priced = readings.filter(({ tier }) =>
    tier.prices.some(({ amountMinor }) => amountMinor > 0),
  )
  const recurring = priced.filter(
    ({ tier, reading }) =>
      !reading.isIntervalAssumed && tier.prices.some(({ interval }) => RECURRING.has(interval)),
  )
  // "Free vs Pro" compares the page's own plans.
  const isOwn = readings.some(({ tier }) =>
    headings.toLowerCase().includes(tier.name.toLowerCase()),
  )
  if (readings.some(({ tier }) => isRival(tier.name))) return 'other'
  if (CALCULATOR.test(`${names} ${namesOf(first)}`)) return 'other'
  if (saysNotOffered(headings) && (!isOwn || alone)) return 'other'
  const isCredits = readings.filter(({ card }) => card.lines.some(({ text }) => CREDITS.test(text)))
  if (recurring.length === 0 && priced.length > 0) {
    if (PACKS.test(headings) || PACKS.test(names.replaceAll('-', ' '))) return 'packs'
    if (isCredits.length * 2 > readings.length && isCredits.length >= 2) return 'packs'
  }
  if (ADDONS.test(headings) || ADDON_NAMES.test(names) || isLabelledAddons(first, page))
    return 'addons'
  if (titlesOf(first, page).some((title) => ADDONS.test(title))) return 'addons'
  const isPaid = priced.length > 0 && !readings.some(({ tier }) => tier.isFree)
  if (USAGE.test(headings) && recurring.length === 0 && isPaid) return 'usage'
  return 'tiers'
}

/** The two nearest headings before a group, the second of a higher level. */
function headingsOf(parent: PageNode, page: PageModel): string[] {
  const at = firstAt(page.lines, parent.order)
  const found: string[] = []
  let level = COUNT.headingLevel + 1
  for (let i = at - 1; i >= 0 && i >= at - NEAR.sectionHeading && found.length < 2; i--) {
    const line = page.lines[i]
    if (!line || line.isHidden || line.heading === 0 || line.heading >= level) continue
    found.push(line.text)
    level = line.heading
  }
  return found
}

/** Returns true if a short line above a group, or above its heading, says "Add-ons". */
function isLabelledAddons(parent: PageNode, { lines, hints }: PageModel): boolean {
  const at = firstAt(lines, parent.order)
  let last = at - NEAR.sectionHeading
  for (let i = at - 1; i >= 0 && i >= last; i--) {
    const line = lines[i]
    if (!line || line.isHidden) continue
    if (line.heading > 0) last = Math.max(last, i - NEAR.groupLabel)
    else if (findAmounts(line.text, hints).length > 0) return false
    else if (isLabel(line) && ADDONS.test(line.text)) return true
  }
  return false
}

/**
 * Returns true for a line that may label a group. Links and repeated elements label other parts of
 * the page.
 */
const isLabel = ({ text, isButton, item, block }: PageLine): boolean =>
  text.length <= LENGTH.groupLabel && !isButton && item === null && block.alike <= COUNT.alikeLabels

/** The first heading of each section around a group. */
function titlesOf(parent: PageNode, page: PageModel): string[] {
  const found: string[] = []
  let at: PageNode | null = parent
  for (let i = 0; at?.parent && i < NEAR.section; i++, at = at.parent) {
    const first = linesIn(page, at).find(({ heading, isHidden }) => heading > 0 && !isHidden)
    if (first && first.order < parent.order) found.push(first.text)
  }
  return found
}

/** Returns true if the name of a card shows that it explains something and sells nothing. */
export const isExplanation = (name: string): boolean => NO_PLAN.test(name)

export const isRival = (name: string): boolean => RIVAL.test(name)
export const saysNotOffered = (heading: string): boolean => NOT_OFFERED.test(heading)
