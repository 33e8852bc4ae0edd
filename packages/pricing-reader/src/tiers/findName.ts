import { BADGE_NAMES, PLAN_NAME_NAMES } from '../page/markupNames.ts'
import { isBulletIn, type PageLine } from '../page/PageLine.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import { codeOf, type MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import {
  endsWithFrom,
  isOtherBadge,
  isPlaceholder,
  isPricedOnRequest,
  perLength,
  saysContact,
  saysFree,
  saysPerSeat,
  saysPopular,
} from '../price/priceWords.ts'
import { COUNT, LENGTH } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { nameBeforePrice } from './findMarkers.ts'

/** The name of a card, and the line that it is in. */
export interface FoundName {
  line: PageLine
  name: string
}

const NOT_A_NAME = new RegExp(String.raw`^${anyOf(({ notName }) => notName)}\b`, 'i')
const INTERVAL_NAME = new RegExp(`^${anyOf(({ intervalName }) => intervalName)}$`, 'i')
const NOT_A_NAME_END = new RegExp(String.raw`\b${anyOf(({ notNameEnd }) => notNameEnd)}$`, 'i')
const NAME_IN_HEADING = new RegExp(String.raw`^\p{L}[\p{L}\d+ ]{1,${LENGTH.columnName - 1}}$`, 'u')

/** Titles of pages and sections, which are not names of plans. */
const PAGE_TITLE = new RegExp(
  String.raw`\b${anyOf(({ sectionTitle }) => sectionTitle)}\b|^${anyOf(({ sectionTitleAlone }) => sectionTitleAlone)}$`,
  'iu',
)

/** Finds the name of a card, usually the heading before its price. */
export function findName(
  card: PageNode,
  lines: readonly PageLine[],
  hints: MoneyHints,
): FoundName | null {
  const shown = lines.filter((line) => !line.isHidden && line.text && !isBulletIn(line, card))
  const firstAt = shown.findIndex(
    ({ text }) => isPriceLine(text, hints) || isPricedOnRequest(text) || isPlaceholder(text),
  )
  const priceAt = firstAt >= 0 ? firstAt : freeAt(shown, hints)
  const ahead = (priceAt < 0 ? shown : shown.slice(0, priceAt)).filter((line) =>
    canBeName(line, hints, priceAt >= 0),
  )
  const behind =
    priceAt < 0 ? [] : shown.slice(priceAt + 1).filter((line) => canBeName(line, hints, false))
  const atPrice = ahead.length > 0 ? null : nameBeforePrice(shown[priceAt]?.text ?? '', hints)
  const priceLine = shown[priceAt]
  if (atPrice && priceLine) return { line: priceLine, name: tidyName(atPrice) || atPrice }
  const headed = priceLine && ahead.length === 0 ? nameInHeading(priceLine, hints) : null
  if (headed && priceLine) return { line: priceLine, name: headed }
  const term = termName(shown, priceAt, ahead, lines.length)
  const [opening] = shown
  const isFreeName = opening && !opening.isButton && priceAt < 0 && saysFree(opening.text)
  const hasHeading = ahead.some(({ heading }) => heading > 0)
  const line =
    term ??
    (isFreeName && !hasHeading ? opening : undefined) ??
    bestOf(ahead) ??
    behind.find(({ heading }) => heading > 0) ??
    // "Custom" or "Lifetime" as a heading is the name if there is no other.
    shown.find(({ text, heading }) => heading > 0 && isPlainWord(text, hints)) ??
    behind[0]
  if (line) return { line, name: tidyName(line.text) || line.text }
  for (const each of shown) {
    const name = nameBeforePrice(each.text, hints)
    if (name) return { line: each, name: tidyName(name) || name }
  }
  const free = shown.find(({ text, isButton }) => !isButton && saysFree(text))
  return free ? { line: free, name: tidyName(free.text) || free.text } : null
}

/** The index of "Free" in place of a price, below the name. */
const freeAt = (shown: readonly PageLine[], hints: MoneyHints): number =>
  shown.findIndex(
    ({ text, isButton }, index) =>
      !isButton &&
      saysFree(text) &&
      shown.slice(0, index).some((line) => !saysFree(line.text) && canBeName(line, hints, true)),
  )

/** "Monthly" above a card with a list names the card, not only its price. */
function termName(
  shown: readonly PageLine[],
  priceAt: number,
  ahead: readonly PageLine[],
  all: number,
): PageLine | undefined {
  const first = shown.find(({ text }) => !saysPopular(text) && !isOtherBadge(text))
  if (!first || priceAt < 1 || ahead.some(({ heading }) => heading > 0)) return undefined
  const isTerm = INTERVAL_NAME.test(first.text)
  return isTerm && all - priceAt > COUNT.termLines ? first : undefined
}

function bestOf(lines: readonly PageLine[]): PageLine | undefined {
  const named = lines.filter(({ text }) => !asksToContact(text))
  if (named[0] && named.length < lines.length && !asksToContact(lines[0]?.text ?? ''))
    return bestOf(named)
  const headings = lines.filter(({ heading }) => heading > 0)
  const highest = Math.min(...headings.map(({ heading }) => heading))
  return (
    headings.find(({ heading }) => heading === highest) ??
    lines.find(({ block }) => PLAN_NAME_NAMES.test(namesOf(block))) ??
    lines[0]
  )
}

const ASKS_TO_CONTACT = new RegExp(`^${anyOf(({ asksToCall }) => asksToCall)}`, 'iu')
/** "Contact sales" is not a name, but "Custom" and "Tailored" may be. */
const asksToContact = (text: string): boolean => saysContact(text) && ASKS_TO_CONTACT.test(text)

function canBeName(line: PageLine, hints: MoneyHints, isPriced: boolean): boolean {
  const { text, heading, block } = line
  if (text.length > LENGTH.planName || !/\p{L}/u.test(text) || codeOf(text.toUpperCase()))
    return false
  if (
    /\?$|^per\s|^\/|\d\s?%/i.test(text) ||
    (/[.:]$/.test(text) && heading === 0) ||
    NOT_A_NAME.test(text)
  )
    return false
  if (isPriceLine(text, hints) || saysPopular(text) || isOtherBadge(text)) return false
  if (heading === 0 && (line.isButton || BADGE_NAMES.test(namesOf(line.inner)))) return false
  if (isPricedOnRequest(text) || (saysContact(text) && heading === 0)) return false
  if (PAGE_TITLE.test(text) || isPlaceholder(text) || nameBeforePrice(text, hints)) return false
  if (saysFree(text) && heading === 0 && !isPriced && !PLAN_NAME_NAMES.test(namesOf(block)))
    return false
  const intervals = findIntervals(text)
  // "user/mo" and "par mois, sans engagement" are parts of a price.
  if (intervals.length > 0 && saysPerSeat(text)) return false
  if (intervals[0]?.start === 0 && perLength(text) > 0) return false
  const covered = intervals.reduce((sum, { start, end }) => sum + end - start, 0)
  return covered * 2 < text.length
}

/** The name in a heading such as "Basic $9/mo". */
function nameInHeading({ text, heading }: PageLine, hints: MoneyHints): string | null {
  const start = heading > 0 ? findAmounts(text, hints)[0]?.start : undefined
  const before = text.slice(0, start ?? 0).trim()
  if (!NAME_IN_HEADING.test(before) || endsWithFrom(before)) return null
  const isLead = NOT_A_NAME_END.test(before)
  return isLead || findIntervals(before).length > 0 ? null : before
}

const isPlainWord = (text: string, hints: MoneyHints): boolean =>
  text.length <= LENGTH.columnName &&
  (isPricedOnRequest(text) || findIntervals(text).length > 0) &&
  !isPriceLine(text, hints) &&
  !isPlaceholder(text) &&
  !/^\P{L}|\d/u.test(text)

/** Removes emoji and marks around a name. */
const tidyName = (text: string): string =>
  text
    .replace(/\p{Extended_Pictographic}|\u{fe0f}|\u{200d}|[★☆✓]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s•·:|–—-]+|[\s•·:|–—-]+$/g, '')
    .trim()
