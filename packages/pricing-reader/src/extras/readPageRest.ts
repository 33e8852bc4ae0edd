import type { PageRest, ReadCard } from '../lines/CardLine.ts'
import { isQuestions } from '../lines/lineKinds.ts'
import { plainLine } from '../lines/plainLine.ts'
import { readCreditCosts } from '../lines/readCreditCosts.ts'
import type { Offer, ReadAddon, ReadCreditPackage, ReadUnitPrice } from '../offer.ts'
import { isRounded, minorPerUnit, perUnit } from '../price/comparePrices.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { CONFIDENCE, EVIDENCE, WORDS } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { mentionsCredits } from '../words/creditUnit.ts'
import { readAddons } from './readAddons.ts'
import { readCreditPackage, readPackageLine } from './readCreditPackage.ts'
import { readPackSection } from './readPackSection.ts'
import { readUsagePrices } from './readUsagePrices.ts'
import { readUsageTable } from './readUsageTable.ts'

/**
 * Reads everything that a page sells besides its tiers: packs of credits, unit prices and add-ons.
 */
export function readPageRest(
  { cards, lines, tables }: PageRest,
  hints: MoneyHints,
): Pick<Offer, 'addons' | 'creditPackages' | 'usagePrices'> {
  const questions = lines.findIndex(({ isHeading, text }) => isHeading && isQuestions(text))
  const beforeQuestions = questions < 0 ? lines : lines.slice(0, questions)
  const packages = [
    ...cards.flatMap((card) => (card.kind === 'other' ? [] : (readCreditPackage(card) ?? []))),
    ...beforeQuestions.flatMap(({ text }) => readPackageLine(text, hints) ?? []),
    ...beforeQuestions.flatMap(({ text }, index) =>
      isAmountAlone(beforeQuestions[index + 1]?.text ?? '', hints)
        ? (readPackageLine(`${text} | ${beforeQuestions[index + 1]?.text}`, hints) ?? [])
        : [],
    ),
    ...readPackSection(beforeQuestions, hints),
  ]
  return {
    addons: uniqueAddons([
      ...readAddons(lines, hints),
      ...cards.flatMap((card) => (card.kind === 'addons' ? addonsOf(card, hints) : [])),
      ...timedAddons(cards),
    ]),
    creditPackages: unique(packages),
    usagePrices: [
      ...readUsagePrices(lines, hints),
      ...readCreditCosts(lines),
      ...cards.flatMap((card) => (card.kind === 'usage' ? readUsagePrices(card.lines, hints) : [])),
      ...tables.flatMap((rows) => readUsageTable(rows, hints)),
    ].filter((price) => !packages.some((pack) => isShareOf(pack, price, hints))),
  }
}

/** Returns true for a line that is only an amount, such as "$10" below "100 credits". */
function isAmountAlone(line: string, hints: MoneyHints): boolean {
  const [amount] = findAmounts(line, hints)
  return amount !== undefined && amount.end - amount.start === line.trim().length
}

/**
 * Returns true for a unit price that follows from a pack: "$0.36 per credit" beside 150 credits for
 * $54.
 */
function isShareOf(
  { credits, amountMinor }: ReadCreditPackage,
  { unit, amount, per, evidence }: ReadUnitPrice,
  hints: MoneyHints,
): boolean {
  // "€20 / 20 reports" is the pack itself.
  if (per === credits && per > 1) return true
  if (!mentionsCredits(unit) || unit.endsWith('(credits)')) return false
  const [stated] = findAmounts(evidence, hints)
  return (
    stated !== undefined &&
    isRounded(perUnit(amount, per), minorPerUnit(amountMinor, stated.currency, credits))
  )
}

function unique(packages: ReadCreditPackage[]): ReadCreditPackage[] {
  return packages.filter(
    (one, index) =>
      packages.findIndex(
        ({ credits, amountMinor }) => credits === one.credits && amountMinor === one.amountMinor,
      ) === index,
  )
}

/** Reads the card of an add-on, which may also hold several add-ons with headings. */
function addonsOf(card: ReadCard, hints: MoneyHints): ReadAddon[] {
  const several = readAddons(card.lines, hints, true)
  const prices = card.prices.filter(({ amountMinor }) => amountMinor > 0)
  if (several.length > 0 || prices.length === 0) return several
  const evidence = `${card.name} · ${prices.map((price) => price.evidence).join(' · ')}`
  return [
    {
      name: card.name,
      prices,
      evidence: evidence.slice(0, EVIDENCE.object),
      confidence: CONFIDENCE.loose,
    },
  ]
}

const DAYS_OR_WEEKS = new RegExp(
  String.raw`^\d+\s(?:${anyOf(({ durations }) => durations?.days)}|${anyOf(({ durations }) => durations?.weeks)})$`,
  'iu',
)

/**
 * Reads cards that are named after a length of time and sell one thing each: "7 days", "$10", "Top
 * spot".
 */
function timedAddons(cards: readonly ReadCard[]): ReadAddon[] {
  const found = cards.flatMap((card): ReadAddon[] => {
    const [price, ...others] = card.prices
    if (card.kind === 'packs' || price === undefined || others.length > 0) return []
    if (!DAYS_OR_WEEKS.test(card.name)) return []
    const words = card.lines.filter(({ isChrome, text }) => !isChrome && /\p{L}/u.test(text))
    const thing = words.length === 1 ? plainLine(words[0]?.text ?? '') : ''
    if (thing === '' || thing.split(/\s+/u).length > WORDS.timedAddon || price.amountMinor === 0)
      return []
    return [
      {
        name: `${thing} ${card.name}`,
        prices: [{ ...price, interval: 'one_time' }],
        evidence: `${card.name} · ${thing} · ${price.evidence}`.slice(0, EVIDENCE.object),
        confidence: CONFIDENCE.assumed,
      },
    ]
  })
  return found.length >= 2 ? found : []
}

function uniqueAddons(addons: ReadAddon[]): ReadAddon[] {
  return addons.filter((one, index) => addons.findIndex(({ name }) => name === one.name) === index)
}
