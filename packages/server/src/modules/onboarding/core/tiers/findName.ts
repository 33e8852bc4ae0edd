import { isBulletIn } from '../page/PageModel.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import type { PageLine } from '../page/renderLines.ts'
import type { MoneyHints } from '../price/findAmounts.ts'
import { findIntervals } from '../price/intervalWords.ts'
import {
  isOtherBadge,
  isPricedOnRequest,
  saysContact,
  saysFree,
  saysPopular,
} from '../price/priceWords.ts'
import { isPriceLine } from './findMarkers.ts'

const MAX_NAME = 60
const NAMED = /(^|[^a-z])(name|title|plan-?name|tier|heading|plan)([^a-z]|$)/

/** The line that names what a card offers. */
export function findName(
  card: PageNode,
  lines: readonly PageLine[],
  hints: MoneyHints,
): PageLine | null {
  const shown = lines.filter((line) => !line.isHidden && line.text && !isBulletIn(line, card))
  const fit = shown.filter((line) => canBeName(line, hints))
  const heading = fit.find(({ heading }) => heading > 0)
  const first = fit[0]
  if (heading) return heading
  const named = fit.find(({ block }) => NAMED.test(namesOf(block)))
  return named ?? first ?? shown.find((line) => !line.isButton && saysFree(line.text)) ?? null
}

function canBeName(line: PageLine, hints: MoneyHints): boolean {
  const { text } = line
  if (text.length > MAX_NAME || !/[\p{L}\d]/u.test(text)) return false
  if (/[?]$/.test(text) || (/[.:]$/.test(text) && line.heading === 0)) return false
  if (isPriceLine(text, hints) || saysPopular(text) || isOtherBadge(text)) return false
  if (line.isButton && line.heading === 0) return false
  if (isPricedOnRequest(text) || (saysContact(text) && line.heading === 0)) return false
  if (saysFree(text) && line.heading === 0 && !NAMED.test(namesOf(line.block))) return false
  const words = findIntervals(text)
  const covered = words.reduce((sum, { start, end }) => sum + end - start, 0)
  return covered * 2 < text.length
}

/** A name as it will be called: without emoji, and without the words around it. */
export const tidyName = (text: string): string =>
  text
    .replace(/\p{Extended_Pictographic}|\u{fe0f}|\u{200d}|[★☆✓]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s•·:|–—-]+|[\s•·:|–—-]+$/g, '')
    .trim()
