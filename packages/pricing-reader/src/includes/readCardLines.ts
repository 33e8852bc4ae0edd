import type { CardLine, ReadCard } from '../lines/CardLine.ts'
import { overlapsFeature, sameFeature } from '../lines/featureName.ts'
import { plainLine } from '../lines/plainLine.ts'
import { readMeasure } from '../lines/quantities/readMeasure.ts'
import { readQuantity } from '../lines/quantities/readQuantity.ts'
import { readCreditCost } from '../lines/readCreditCosts.ts'
import { readExclusion, withoutCross } from '../lines/readExclusion.ts'
import { readFeatureLine } from '../lines/readFeatureLine.ts'
import { pointsAtTier, readInheritance, type TierNames } from '../lines/readInheritance.ts'
import { isYesOrNo, readRow } from '../lines/readRow.ts'
import { readUnitPrices, saysExtra } from '../lines/readUnitPrices.ts'
import { splitList } from '../lines/splitLine.ts'
import type { ReadCredits, ReadEntitlement, ReadTier, ReadUnitPrice } from '../offer.ts'
import { isSamePerUnit, perUnit } from '../price/comparePrices.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts, toMinor } from '../price/findAmounts.ts'
import { findIntervals, intervalOfSeveral } from '../price/findIntervals.ts'
import { saysPerSeat } from '../price/priceWords.ts'
import { CONFIDENCE, LENGTH, WORDS } from '../thresholds.ts'
import { anyOf, UNSPACED_LANGUAGES } from '../words/composeWords.ts'
import { sameName } from '../words/tierNames.ts'
import { pickFeatureLines } from './pickFeatureLines.ts'
import { readExtraRow, readPriceOfOneMore } from './readOverage.ts'

/** The features, limits and unit prices in the lines of a card. */
export type CardContents = Pick<ReadTier, 'entitlements' | 'excluded' | 'overage' | 'inherits'> & {
  credits?: ReadCredits
}

/** Facts about the page that the lines of a card refer to. */
export interface CardContext extends TierNames {
  /** Returns true if another tier has the feature. */
  isGrantedElsewhere: (feature: string) => boolean
  hints: MoneyHints
}

/**
 * Reads the lines of a card and its column of a comparison: included, inherited and missing
 * features.
 */
export function readCardLines(card: ReadCard, context: CardContext): CardContents {
  const includes: CardContents = { entitlements: [], excluded: [], overage: [] }
  const picked = pickFeatureLines(card.lines)
  picked.forEach((line, index) => {
    const each = readPriceOfOneMore(line.text, picked[index - 1]?.text ?? '', context.hints)
    if (each !== undefined) includes.overage.push(each)
    else readLine(line, includes, context, card, picked.length === 1)
  })
  const { entitlements } = includes
  for (const line of card.lines) {
    if (line.row !== undefined) readMatrixRow(line, includes, context.hints)
    else if (line.isChrome || !line.isListItem) {
      includes.overage.push(...overageOf(line, card, context.hints))
      if (line.isChrome) add(entitlements, seatsOf(line.text))
    }
  }
  includes.overage = includes.overage.filter(
    (one, index, all) =>
      all.findIndex(
        (other) =>
          isSamePerUnit(perUnit(other.amount, other.per), perUnit(one.amount, one.per)) &&
          (other.unit === one.unit || overlapsFeature(other.unit, one.unit)),
      ) === index,
  )
  includes.excluded = unique(includes.excluded).filter(
    (feature) => !entitlements.some((other) => sameFeature(other.feature, feature)),
  )
  return includes
}

/** "API access: yes". */
const ANSWERED = new RegExp(
  String.raw`^(.{2,${LENGTH.answeredLabel}}?)\s*[:：]\s*(\S{1,${LENGTH.answer}})$`,
  'u',
)

function readLine(
  line: CardLine,
  includes: CardContents,
  context: CardContext,
  card: ReadCard,
  isOnly: boolean,
): void {
  const crossless = withoutCross(line.text)
  const text = plainLine(crossless ?? line.text)
  if (text === '') return
  if (line.isExcluded || crossless !== undefined) {
    includes.excluded.push(...readFeatureLine(text, line.text, 1).map(({ feature }) => feature))
    return
  }
  const answered = ANSWERED.exec(line.text.trim())
  if (answered?.[1] !== undefined && isYesOrNo(answered[2] ?? '')) {
    const reading = readRow(answered[1], answered[2] ?? '', line.text, CONFIDENCE.explicit)
    if (reading.kind === 'excluded') includes.excluded.push(reading.feature)
    if (reading.kind === 'granted') add(includes.entitlements, [reading.entitlement])
    return
  }
  const overage = line.isListItem ? overageOf(line, card, context.hints) : []
  includes.overage.push(...overage)
  if (overage.length > 0 || readUnitPrices(line.text, context.hints).length > 0) {
    // In "10,000 emails, then $1 per 1,000" the text before the price is a quota.
    const priced = findAmounts(text, context.hints)[0]?.start ?? text.length
    const granted = text.slice(0, priced).split(GRANT_END)[0] ?? ''
    const quantity = readQuantity(granted)
    if (quantity !== undefined)
      add(includes.entitlements, readFeatureLine(granted, line.text, CONFIDENCE.likely))
    return
  }
  // "1 credit = 1 image" says how credits are spent.
  if (readCreditCost(line.text) !== undefined && !/[:：]/u.test(text)) return
  if (isPriceToo(text, context.hints)) return
  const inheritance = readInheritance(text, context)
  if (inheritance !== undefined) {
    includes.inherits ??= inheritance.tier
    const isOtherTier = context.names.some((name) => sameName(name, inheritance.rest))
    if (inheritance.rest !== '' && !isOtherTier)
      add(includes.entitlements, readFeatureLine(inheritance.rest, line.text, CONFIDENCE.loose))
    return
  }
  if (pointsAtTier(text)) return
  const exclusion = readExclusion(text, context.isGrantedElsewhere)
  if (exclusion !== undefined && !exclusion.isBenefit) {
    includes.excluded.push(exclusion.feature)
    return
  }
  const confidence = line.isListItem ? CONFIDENCE.explicit : CONFIDENCE.loose
  const parts = isOnly ? splitList(text) : [text]
  for (const part of parts) add(includes.entitlements, readFeatureLine(part, line.text, confidence))
}

/**
 * Returns true for a bullet that repeats the price or states it for another period: "Annual: EUR
 * 2,990 (two months free)", "$25 for 3 months".
 */
function isPriceToo(text: string, hints: MoneyHints): boolean {
  const amounts = findAmounts(text, hints)
  if (text.split(/\s+/u).length > WORDS.bulletPrice || amounts.length === 0) return false
  return (
    findIntervals(text).some(({ interval }) => interval === 'month' || interval === 'year') ||
    amounts.some(({ end }) => intervalOfSeveral(text.slice(end)) !== null)
  )
}

const GRANT_END = new RegExp(
  String.raw`,\s|[;(]|\s[+–—-]\s|\s${anyOf(({ thenPrice }) => thenPrice)}\s`,
  'iu',
)
const SEATS = new RegExp(
  String.raw`(?:^|[.,;(·]\s*|\s${anyOf(({ forWhom }) => forWhom)}\s+)((?:${anyOf(({ includesVerb }) => includesVerb)}|${anyOf(({ atLeast }) => atLeast)}|${anyOf(({ upTo }) => upTo)})\s+\d[\d,.]*\s+(?:${anyOf(({ seatAdjective }) => seatAdjective)}\s+)?${anyOf(({ seatUnit }) => seatUnit)})(?![\p{L}])`,
  'iu',
)

const SEAT_LIMIT = new RegExp(
  anyOf(({ seatLimit }) => seatLimit, UNSPACED_LANGUAGES),
  'u',
)

/** Reads the number of people beside a price: "Minimum 5 members", "for up to 50 users". */
function seatsOf(text: string): ReadEntitlement[] {
  const seats = SEATS.exec(text)?.[1] ?? SEAT_LIMIT.exec(text)?.[0]
  return seats === undefined ? [] : readFeatureLine(seats, text, CONFIDENCE.loose)
}

/** Labels of rows about the price. */
const ABOUT_PRICE = new RegExp(
  `^${anyOf(({ aboutPrice }) => aboutPrice)}(?: .{0,${LENGTH.aboutPriceEnd}})?$`,
  'iu',
)

const ROUTE = /^(?:GET|POST|PUT|PATCH|DELETE)\s+\//u
const BY_THE_HOUR = new RegExp(
  String.raw`^${anyOf(({ priceNoun }) => priceNoun)}\s*(?:\/|${anyOf(({ perUnit }) => perUnit)})\s*(${anyOf(({ hourUnit }) => hourUnit)})$`,
  'iu',
)
const HOUR = new RegExp(
  String.raw`^(?:${anyOf(({ hourUnit }) => hourUnit)}|${anyOf(({ hour }) => hour.adverb)})(?!\p{L})`,
  'iu',
)

const NAMELESS = new RegExp(
  String.raw`^${anyOf(({ namelessRow }) => namelessRow)}\s*\d+$|\s${anyOf(({ namelessRowEnd }) => namelessRowEnd)}$`,
  'iu',
)

/**
 * Unit prices on top of the price of the tier. A price per seat is the price of the tier itself,
 * unless it is a bullet of a tier with a flat price.
 */
function overageOf(
  { text, isListItem }: CardLine,
  card: ReadCard,
  hints: MoneyHints,
): ReadUnitPrice[] {
  return readUnitPrices(text, hints)
    .filter(({ isExtra, isPerSeat, isRecurring, amount, currency, unit }) => {
      if (isExtra) return true
      const isOfTier = isPerSeat ? !isListItem || !hasFlatPrice(card, hints) : isRecurring
      if (isOfTier || HOUR.test(unit)) return false
      const minor = toMinor(amount, currency)
      return !card.prices.some(({ amountMinor }) => amountMinor === minor)
    })
    .map(({ unit, amount, per, evidence, confidence }) => ({
      unit,
      amount,
      per,
      evidence,
      confidence,
    }))
}

/** Returns true if the tier costs the same for any number of users or other units. */
function hasFlatPrice({ prices }: ReadCard, hints: MoneyHints): boolean {
  return (
    prices.length > 0 &&
    prices.every(
      ({ evidence }) => !saysPerSeat(evidence) && readUnitPrices(evidence, hints).length === 0,
    )
  )
}

function readMatrixRow(line: CardLine, includes: CardContents, hints: MoneyHints): void {
  if (line.row === undefined) return
  const { label, cell } = line.row
  if (line.isChrome && findAmounts(cell, hints).length > 0) return
  // A row about an API route is documentation.
  if (ROUTE.test(label.trim())) return
  const hour = BY_THE_HOUR.exec(plainLine(label))?.[1]
  const [rate] = hour === undefined ? [] : findAmounts(cell, hints)
  if (hour !== undefined && rate !== undefined) {
    const evidence = `${label}: ${cell}`
    includes.overage.push({
      unit: hour,
      amount: rate.value,
      per: 1,
      evidence,
      confidence: CONFIDENCE.likely,
    })
    return
  }
  if (
    cell.trim().toLowerCase() === label.trim().toLowerCase() ||
    ABOUT_PRICE.test(plainLine(label))
  )
    return
  const priced = readUnitPrices(cell, hints)
  if (priced.length > 0) {
    if (saysExtra(label) || !priced.some(({ isPerSeat }) => isPerSeat))
      includes.overage.push(
        ...priced.map(({ unit, amount, per, confidence }) => ({
          unit,
          amount,
          per,
          evidence: `${label}: ${cell}`,
          confidence,
        })),
      )
    return
  }
  const counted = includes.entitlements.filter(({ type }) => type === 'metered')
  const extra = readExtraRow(
    label,
    cell,
    hints,
    counted.map(({ feature }) => feature),
  )
  if (extra !== undefined) {
    includes.overage.push(extra)
    return
  }
  const evidence = `${label}: ${cell}`
  // "Level 2" and "Report type" name nothing, so the cell is the feature.
  if (NAMELESS.test(plainLine(label)) && /\p{L}\s+\p{L}|\d\s+\p{L}/u.test(cell)) {
    add(includes.entitlements, readFeatureLine(plainLine(cell), evidence, CONFIDENCE.likely))
    return
  }
  const reading = readRow(label, line.isExcluded ? '—' : cell, evidence, CONFIDENCE.explicit)
  if (reading.kind === 'excluded') includes.excluded.push(reading.feature)
  if (reading.kind !== 'granted') return
  const { entitlement } = reading
  const at = includes.entitlements.findIndex((other) => isSame(other, entitlement))
  const previous = includes.entitlements[at]
  if (previous === undefined) includes.entitlements.push(entitlement)
  else if (previous.value === undefined && entitlement.value !== undefined)
    includes.entitlements[at] = { ...entitlement, feature: previous.feature }
  else if (isMeasureAlone(previous.feature))
    includes.entitlements[at] = { ...previous, feature: entitlement.feature }
}

/** Returns true for a bare measure such as "250 GB". Only the comparison names the feature. */
function isMeasureAlone(feature: string): boolean {
  return readMeasure(feature)?.length === feature.length
}

/** Returns true if a card and a comparison mean the same feature, possibly in different words. */
function isSame(inCard: ReadEntitlement, inRow: ReadEntitlement): boolean {
  if (sameFeature(inCard.feature, inRow.feature)) return true
  if (isMeasureAlone(inCard.feature))
    return inCard.value === inRow.value && inRow.feature.includes(inCard.feature)
  return (
    inCard.value !== undefined &&
    inCard.value === inRow.value &&
    overlapsFeature(inCard.feature, inRow.feature)
  )
}

function add(entitlements: ReadEntitlement[], more: ReadEntitlement[]): void {
  for (const one of more)
    if (
      !entitlements.some(
        (other) => sameFeature(other.feature, one.feature) && other.value === one.value,
      )
    )
      entitlements.push(one)
}

function unique(features: string[]): string[] {
  return features.filter(
    (feature, index) =>
      feature !== '' && features.findIndex((other) => sameFeature(other, feature)) === index,
  )
}
