import type { CardLine } from '../lines/CardLine.ts'
import { isBareHeading, isCall, isSuitedFor, isTerms } from '../lines/lineKinds.ts'
import { plainLine } from '../lines/plainLine.ts'
import { findCounts, findUnlimited } from '../lines/quantities/findCounts.ts'
import { readMeasure } from '../lines/quantities/readMeasure.ts'
import { readQuantity } from '../lines/quantities/readQuantity.ts'
import { splitLine } from '../lines/splitLine.ts'
import { COUNT, LENGTH, WORDS } from '../thresholds.ts'
import { anyOf, SPACED_LANGUAGES, UNSPACED_LANGUAGES } from '../words/composeWords.ts'
import { CROSSES, DASHES, TICKS } from '../words/symbols.ts'

const NOT_INCLUDED_HEAD = new RegExp(`^${anyOf(({ notIncludedHead }) => notIncludedHead)}`, 'iu')
/** A line that continues the line before it. */
const GOES_ON = new RegExp(`^${anyOf(({ orMore }) => orMore)}`, 'iu')
/** A continuation of a price: "per year for up to 50 users". */
const OF_PRICE = new RegExp(
  String.raw`^(?:\/|${anyOf(({ priceContinues }) => priceContinues)}\s)`,
  'iu',
)
const AND_MORE = new RegExp(String.raw`\s${anyOf(({ andMore }) => andMore)}!$`, 'iu')
const CALL_AS_FEATURE = new RegExp(
  anyOf(({ callAsFeature }) => callAsFeature),
  'iu',
)
const SUITED_HEAD = new RegExp(`^${anyOf(({ suitedHead }) => suitedHead)}`, 'iu')
const EVERYTHING = new RegExp(
  String.raw`^${anyOf(({ everything }) => everything, SPACED_LANGUAGES)}(?![\p{L}])|${anyOf(({ everything }) => everything, UNSPACED_LANGUAGES)}`,
  'iu',
)

/**
 * Picks the lines of a card that name features. Bullets count if there are any. Otherwise the short
 * lines after the description count.
 */
export function pickFeatureLines(lines: readonly CardLine[]): CardLine[] {
  const all = joinNumbers(joinValues(withMarks(lines.filter(({ row }) => row === undefined))))
  const isListed = all.filter((line) => line.isListItem && !line.isChrome).length >= 2
  const parts = isListed ? all : all.flatMap(splitDotted)
  const hasList = parts.filter((line) => line.isListItem && !line.isChrome).length >= 2
  const candidates = hasList ? parts : parts.slice(endOfDescription(parts))
  const picked: CardLine[] = []
  let head: 'plain' | 'excluded' | 'suited' = 'plain'
  for (const line of candidates) {
    const text = plainLine(line.text)
    if (text === '' || (line.isChrome && !isFeatureInPassing(line))) continue
    if (isHead(text, line) || (line.isHeading && !line.isListItem && !statesQuantity(text))) {
      head = NOT_INCLUDED_HEAD.test(text) ? 'excluded' : SUITED_HEAD.test(text) ? 'suited' : 'plain'
      if (!isEverything(text)) continue
    }
    if (head === 'suited' || isNoise(text, line)) continue
    if (hasList && !line.isListItem && !standsOutsideList(text)) continue
    picked.push(head === 'excluded' ? { ...line, isExcluded: true } : line)
  }
  return picked
}

/** Splits a list that is written on one line: "300 leads · reports · cancel any time". */
function splitDotted(line: CardLine): CardLine[] {
  const parts = line.text.split(/\s+[·•]\s+/u)
  const isList =
    parts.length >= COUNT.dottedParts && parts.every(({ length }) => length <= LENGTH.dottedPart)
  if (!isList || line.isChrome || line.isHeading) return [line]
  return parts.map((text) => ({ ...line, text, isListItem: true }))
}

/** Returns true for a heading above a list. "Advanced features" as a bullet is a feature. */
function isHead(text: string, { isListItem, isHeading }: CardLine): boolean {
  if (!isBareHeading(text)) return false
  return !isListItem || isHeading || /[:：]$/u.test(text) || !/\p{L}\s+\p{L}/u.test(text)
}

/**
 * Returns true for a feature in a line that was classified as part of the price, because it names a
 * time, or as a button.
 */
function isFeatureInPassing({ isListItem, isHeading, text }: CardLine): boolean {
  if (isListItem && !/\d/u.test(text) && text.split(/\s+/u).length >= WORDS.featureInPassing)
    return true
  const plain = plainLine(text)
  if (isHeading || !/\d/u.test(plain) || isCall(plain) || OF_PRICE.test(plain)) return false
  return statesQuantity(plain) && !findCounts(plain).some(({ end }) => isTime(plain.slice(end)))
}

function isTime(after: string): boolean {
  return readMeasure(after)?.kind === 'duration'
}

function isNoise(text: string, line: CardLine): boolean {
  if (text.length > LENGTH.feature || !/[\p{L}\p{M}]{2}|\p{Script=Han}/u.test(text)) return true
  if (line.text.includes('©') || isTerms(text) || isSuitedFor(text) || GOES_ON.test(text))
    return true
  if (line.isListItem)
    return isCall(text) && text.split(/\s+/u).length <= 2 && !CALL_AS_FEATURE.test(text)
  return (
    isCall(text) ||
    isSuitedFor(text) ||
    (/[.!?。]$/u.test(text) && !AND_MORE.test(text)) ||
    text.split(/\s+/u).length > WORDS.looseFeature
  )
}

/** Returns true for a line outside of a list that states a quota or refers to another tier. */
function standsOutsideList(text: string): boolean {
  return isEverything(text) || statesQuantity(text)
}

function statesQuantity(text: string): boolean {
  if (text.length > LENGTH.quotaLine) return false
  if (!/\d/u.test(text) && findUnlimited(text) === undefined) return false
  return splitLine(text).every((part) => readQuantity(part) !== undefined)
}

function isEverything(text: string): boolean {
  return EVERYTHING.test(text)
}

/**
 * Returns the index of the first line after the description of a card without a list. Features
 * begin there.
 */
function endOfDescription(lines: readonly CardLine[]): number {
  const prose = lines.findLastIndex(
    (line, index) =>
      index < lines.length - 1 &&
      !line.isChrome &&
      (/[.!。]$/u.test(line.text.trim()) || line.text.split(/\s+/u).length > WORDS.description) &&
      lines.slice(index + 1).filter((after) => isPlainFeature(after)).length >= 2,
  )
  if (prose >= 0) return prose + 1
  const suited = lines.findLastIndex((line) => !line.isChrome && isSuitedFor(plainLine(line.text)))
  return suited >= 0 && suited < lines.length / 2 ? suited + 1 : 0
}

function isPlainFeature(line: CardLine): boolean {
  const text = plainLine(line.text)
  return text !== '' && !line.isChrome && !line.isHeading && !isNoise(text, line)
}

const VALUE = new RegExp(
  String.raw`^(?:\d[\d.,\s]*\s?(?:[kKMGT]i?B?)?\+?|∞|[${TICKS}${CROSSES}${DASHES}]|${anyOf(({ unlimited }) => unlimited)}|${anyOf(({ yes }) => yes)}|${anyOf(({ no }) => no)})$`,
  'iu',
)

/** Joins labels and values on alternating lines: "Seats", "5", "Storage", "10 GB". */
function joinValues(lines: readonly CardLine[]): CardLine[] {
  const isValue = (line: CardLine | undefined): boolean =>
    line !== undefined && !line.isChrome && VALUE.test(line.text.trim())
  const isPair = (index: number): boolean => {
    const label = lines[index]
    if (label === undefined || label.isChrome || isValue(label)) return false
    return (
      /^\p{L}/u.test(label.text) &&
      label.text.length <= LENGTH.pairLabel &&
      isValue(lines[index + 1])
    )
  }
  const joined: CardLine[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const [label, value] = [lines[index], lines[index + 1]]
    if (label === undefined) continue
    const follows = isPair(index + 2) || joined.at(-1)?.text.includes(': ') === true
    const isTurn = isPair(index) && follows && !isNumberAlone(joined.at(-1) ?? label)
    if (!isTurn || value === undefined) joined.push(label)
    else {
      joined.push({
        ...label,
        text: `${label.text}: ${value.text}`,
        isListItem: true,
        isHeading: false,
      })
      index += 1
    }
  }
  return joined
}

/** Joins a number on a separate line with the words below it: "3" and "PostUp uses". */
function joinNumbers(lines: readonly CardLine[]): CardLine[] {
  const joined: CardLine[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (
      last !== undefined &&
      isNumberAlone(last) &&
      !line.isChrome &&
      /^\p{L}/u.test(line.text) &&
      line.text.length <= LENGTH.pairLabel
    )
      joined.splice(-1, 1, { ...line, text: `${last.text} ${line.text}` })
    else joined.push(line)
  }
  return joined
}

function isNumberAlone(line: CardLine): boolean {
  return !line.isChrome && /^(?:\d[\d.,\s]*[kKM]?\+?|∞|24\/7)$/u.test(line.text.trim())
}

/**
 * Corrects the marks of a card. A cross on a separate line belongs to the next line. A dash before
 * some of the bullets is a cross. Crosses before all bullets are ordinary bullet characters.
 */
function withMarks(lines: readonly CardLine[]): CardLine[] {
  const isDashed = ({ text }: CardLine): boolean => /^\s*(?:[–—−-]\s|[–—−](?=\p{L}))/u.test(text)
  const items = lines.filter(
    ({ isListItem, text, isChrome }) => isListItem && !isChrome && text.trim() !== '',
  )
  const areDashed = items.some(isDashed) && !items.every(isDashed)
  const marked = lines.map((line, index) => {
    const before = lines[index - 1]
    const isCrossed =
      before?.isExcluded === true && before.text.trim() === '' && line.text.trim() !== ''
    const isLeftOut = areDashed && line.isListItem && isDashed(line)
    return isCrossed || isLeftOut ? { ...line, isExcluded: true } : line
  })
  const bullets = marked.filter(
    ({ isListItem, text, isChrome }) => isListItem && !isChrome && text.trim() !== '',
  )
  if (bullets.length < COUNT.crosses || !bullets.every(({ isExcluded }) => isExcluded))
    return marked
  return marked.map((line) => ({ ...line, isExcluded: false }))
}
