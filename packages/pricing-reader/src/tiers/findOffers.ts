import { saysAddon } from '../extras/readAddons.ts'
import { isCreditPackage } from '../extras/readCreditPackage.ts'
import type { PageRest } from '../lines/CardLine.ts'
import type { ReadTier } from '../offer.ts'
import { isWithin, type PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { isSurcharge, saysContact } from '../price/priceWords.ts'
import { CONFIDENCE, LENGTH } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { sameName } from '../words/tierNames.ts'
import { findCards } from './findCards.ts'
import { findHiddenCards, type HiddenCards, panelsBeside } from './findHiddenCards.ts'
import { findNamedCards } from './findNamedCards.ts'
import { isExplanation, judgeGroup } from './groups/judgeGroup.ts'
import { judgeGroupsTogether, paidPrices } from './groups/judgeGroupsTogether.ts'
import { settleIntervals } from './groups/settleIntervals.ts'
import { headingBefore, readGrid, readMatrix } from './readGrid.ts'
import { findSiblings, readSibling } from './readSiblings.ts'
import { type CardReading, type FoundTier, readTier, toCardLine } from './readTier.ts'

/** All offers of a page, before the features are read. */
export interface PageOffers {
  foundTiers: FoundTier[]
  rest: PageRest
  currency: string | null
  isIntervalAssumed: boolean
  hidden: HiddenCards
}

/** Finds the tiers of a page in its cards and tables, and separates them from other offers. */
export function findOffers(page: PageModel, body: PageNode): PageOffers {
  const foundTiers: FoundTier[] = []
  const others: FoundTier[] = []
  const currencies: (string | null)[] = []
  let isIntervalAssumed = false
  const found = findCards(page, body)
  const taken = found.flatMap(({ cards }) => cards)
  const groups = found.map((group) => {
    const read = group.cards.flatMap((node) => readTier(node, page) ?? []).filter(isOffer)
    const kind = judgeGroup(group.parent, read, page)
    if (kind === 'tiers' && read.length > 0) {
      const beside = findSiblings(group, page).filter(
        (node) => !taken.some((card) => isWithin(card, node)),
      )
      read.push(...beside.flatMap((node) => readSibling(node, page, read) ?? []).filter(isOffer))
    }
    return { parent: group.parent, read, kind }
  })
  for (const { kind, read } of judgeGroupsTogether(groups, page)) {
    if (kind === 'tiers') isIntervalAssumed = settleIntervals(read, page) || isIntervalAssumed
    const packs = kind === 'tiers' ? packsOf(read) : []
    const isOther = read.some(({ tier }) =>
      foundTiers.some((one) => sameName(one.tier.name, tier.name) && contradicts(one.tier, tier)),
    )
    for (const one of read) {
      const { tier, card, node, reading } = one
      if (kind === 'tiers' && isExtra(tier))
        others.push({ tier, card: { ...card, kind: 'addons' }, node })
      else if (packs.includes(one)) others.push({ tier, card: { ...card, kind: 'packs' }, node })
      else if (kind === 'tiers')
        add(foundTiers, { tier, card, node }, page.hints, () =>
          isOther ? headingBefore(read[0]?.node, page) : null,
        )
      else others.push({ tier, card: { ...card, kind }, node })
      currencies.push(reading.currency)
    }
  }
  const hidden = findHiddenCards(page, body)
  readPanels(hidden, taken, foundTiers, others)
  foundTiers.sort((a, b) => a.node.order - b.node.order)
  readTables(page, foundTiers, others, currencies)
  if (foundTiers.length + others.length === 0) foundTiers.push(...findNamedCards(page))
  return {
    foundTiers,
    rest: restOf(page, [...foundTiers, ...others], others),
    currency: mostOf(currencies) ?? mostOf(currenciesOf(page)),
    isIntervalAssumed,
    hidden,
  }
}

/** Reads the cards in other tabs, unless they repeat the visible ones. */
function readPanels(
  hidden: HiddenCards,
  shown: readonly PageNode[],
  foundTiers: FoundTier[],
  others: FoundTier[],
): void {
  for (const { parent, cards } of panelsBeside(hidden.groups, shown)) {
    const read = cards.flatMap((node) => readTier(node, hidden.page) ?? []).filter(isOffer)
    const tiersSoFar = [...foundTiers, ...others].map(({ tier }) => tier)
    const isKnown = read.some(({ tier }) =>
      tiersSoFar.some((other) => sameName(withoutInterval(other.name), withoutInterval(tier.name))),
    )
    // The same amounts under other names are the same plans in another language.
    const sums = new Set(tiersSoFar.flatMap(paidPrices))
    const isSamePlans = read.flatMap(({ tier }) => paidPrices(tier)).every((sum) => sums.has(sum))
    if (isKnown || isSamePlans || read.some(({ reading }) => reading.isIntervalAssumed)) continue
    const kind = judgeGroup(parent, read, hidden.page)
    for (const { tier, card, node } of read) {
      if (kind === 'tiers')
        foundTiers.push({ tier: { ...tier, confidence: CONFIDENCE.loose }, card, node })
      else others.push({ tier, card: { ...card, kind }, node })
    }
  }
}

const INTERVAL_IN_NAME = new RegExp(
  String.raw`\b${anyOf(({ intervalInName }) => intervalInName)}\b`,
  'gi',
)
const withoutInterval = (name: string): string => name.replace(INTERVAL_IN_NAME, ' ')
/** A card that costs "+ $5" is bought on top of a plan. */
const isExtra = ({ prices }: ReadTier): boolean =>
  prices.length > 0 && prices.every(({ evidence }) => isSurcharge(evidence))

/** Returns false for a card that only asks to get in touch or explains something. */
const isOffer = ({ tier }: CardReading): boolean =>
  !isExplanation(tier.name) && !(tier.priceUnreadable && saysContact(tier.name))

/**
 * Returns the cards that sell credits once, if they are the majority of the priced cards in a
 * group. A free tier may be among the cards of the group.
 */
function packsOf(read: readonly CardReading[]): readonly CardReading[] {
  const priced = read.filter(({ card }) => card.prices.some(({ amountMinor }) => amountMinor > 0))
  const packs = priced.filter(({ card }) => isCreditPackage(card))
  return packs.length >= 2 && packs.length * 2 > priced.length ? packs : []
}

/**
 * Adds a tier, or completes the tier of the same name. If the names of a group repeat with other
 * prices, the group is for other customers or another product, so its heading becomes part of the
 * names.
 */
function add(
  foundTiers: FoundTier[],
  one: FoundTier,
  hints: MoneyHints,
  findHeading: () => string | null,
): void {
  const same = foundTiers.find(({ tier }) => sameName(tier.name, one.tier.name))
  const heading = same ? findHeading() : null
  if (same && heading !== null) {
    const name = `${heading} ${one.tier.name}`.trim()
    const isName = heading.length <= LENGTH.sectionName && findAmounts(heading, hints).length === 0
    if (heading && isName && !foundTiers.some(({ tier }) => tier.name === name))
      foundTiers.push({ ...one, tier: { ...one.tier, name }, card: { ...one.card, name } })
    return
  }
  if (!same) {
    foundTiers.push(one)
    return
  }
  for (const price of one.tier.prices) {
    const has = same.tier.prices.some(({ interval }) => interval === price.interval)
    if (!has && price.amountMinor > 0) same.tier.prices.push(price)
  }
}

const contradicts = (a: ReadTier, b: ReadTier): boolean =>
  b.prices.some(
    ({ interval, amountMinor }) =>
      amountMinor > 0 &&
      a.prices.some(
        (price) =>
          price.interval === interval && price.amountMinor > 0 && price.amountMinor !== amountMinor,
      ),
  )

function readTables(
  page: PageModel,
  foundTiers: FoundTier[],
  others: FoundTier[],
  currencies: (string | null)[],
): void {
  const tierNames = foundTiers.map(({ tier }) => tier.name)
  for (const grid of page.grids) {
    const { rows, offers } = readGrid(grid, tierNames, page)
    for (const [name, lines] of rows) {
      foundTiers.find(({ tier }) => tier.name === name)?.card.lines.push(...lines)
    }
    for (const { tier, card, reading, isPlan } of grid.isTable || foundTiers.length === 0
      ? offers
      : []) {
      const one: FoundTier = { tier, card, node: grid.node }
      currencies.push(reading.currency)
      if (tierNames.length > 0 || !isPlan) {
        const isAddon = [card.unit ?? '', headingBefore(grid.rows[0]?.[0]?.node, page)].some(
          saysAddon,
        )
        others.push(isAddon ? { ...one, card: { ...card, kind: 'addons' } } : one)
        continue
      }
      const same = foundTiers.find((other) => sameName(other.tier.name, tier.name))
      if (same && same.node !== grid.node) {
        // A second table with the same names is for other customers.
        tier.name = `${headingBefore(grid.rows[0]?.[0]?.node, page)} ${tier.name}`.trim()
        card.name = tier.name
      }
      if (!same || same.node !== grid.node) foundTiers.push(one)
    }
  }
  if (foundTiers.length > 0) return
  const matrix = page.grids.find((grid) => grid.isTable && readMatrix(grid, page).length > 0)
  if (!matrix) return
  for (const { tier, card } of readMatrix(matrix, page)) {
    foundTiers.push({ tier, card, node: matrix.node })
  }
}

/** Returns the parts of the page outside of its tiers. */
function restOf(
  page: PageModel,
  taken: readonly FoundTier[],
  others: readonly FoundTier[],
): PageRest {
  const free = page.grids.filter(
    ({ node }) => node.tag === 'table' && !taken.some((one) => isWithin(node, one.node)),
  )
  const nodes = [...taken, ...free].map(({ node }) => node)
  const lines = page.lines
    .filter(({ isHidden, block }) => !isHidden && !nodes.some((node) => isWithin(block, node)))
    .map((line) => toCardLine(line, line.block, line.isButton))
  // A table that was read as goods may be a table of unit prices.
  const goods = others.map(({ node }) => node)
  const tables = page.grids
    .filter((grid) => free.includes(grid) || (grid.isTable && goods.includes(grid.node)))
    .map(({ rows }) => rows.map((row) => row.map(({ text }) => text)))
  return { cards: others.map(({ card }) => card), lines, tables }
}

const currenciesOf = ({ lines, hints }: PageModel): string[] =>
  lines.flatMap(({ text, isHidden }) =>
    isHidden ? [] : findAmounts(text, hints).map(({ currency }) => currency),
  )

function mostOf(currencies: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>()
  for (const one of currencies) if (one) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
