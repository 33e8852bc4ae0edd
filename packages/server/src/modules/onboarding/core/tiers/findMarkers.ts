import type { PageModel } from '../page/PageModel.ts'
import type { PageNode } from '../page/PageNode.ts'
import type { PageLine } from '../page/renderLines.ts'
import { findAmounts, type MoneyHints } from '../price/findAmounts.ts'
import { findIntervals } from '../price/intervalWords.ts'
import { isPricedOnRequest, saysContact, saysFree } from '../price/priceWords.ts'

/** A line that tells what an offer costs. */
export interface Marker {
  line: PageLine
  kind: 'price' | 'free' | 'contact'
}

const AROUND = new Set(['nav', 'footer', 'header', 'aside', 'form', 'select'])
const BULLET_LINES = 4

/** The lines of a page that stand out as the price of something. */
export function findMarkers({ lines, hints }: PageModel): Marker[] {
  const itemLines = new Map<PageNode, number>()
  for (const { item } of lines) if (item) itemLines.set(item, (itemLines.get(item) ?? 0) + 1)
  const markers: Marker[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    if (!line || line.isHidden || !line.text) continue
    if (line.item && (itemLines.get(line.item) ?? 0) < BULLET_LINES) continue
    if (isAround(line.block)) continue
    const kind = kindOf(line, lines[i + 1], hints)
    if (kind) markers.push({ line, kind })
  }
  return markers
}

function kindOf(
  line: PageLine,
  next: PageLine | undefined,
  hints: MoneyHints,
): Marker['kind'] | null {
  const { text } = line
  if (text.length <= 90 && isPriceLine(text, hints)) return 'price'
  if (
    next &&
    /^[^\d\s]{1,4}$/.test(text) &&
    /^\d/.test(next.text) &&
    isPriceLine(`${text}${next.text}`, hints)
  )
    return 'price'
  if (
    next &&
    /^\d[\d.,]*$/.test(text) &&
    /^\S{1,4}(\s|\/|$)/.test(next.text) &&
    isPriceLine(`${text} ${next.text}`, hints)
  )
    return 'price'
  if (saysFree(text) && !line.isButton) return 'free'
  if (isPricedOnRequest(text) || (line.isButton && saysContact(text))) return 'contact'
  return null
}

/** Whether a line is a price and little else. */
export function isPriceLine(text: string, hints: MoneyHints): boolean {
  const amounts = findAmounts(text, hints)
  const first = amounts[0]
  if (!first) return false
  let rest = ''
  let at = 0
  for (const { start, end } of amounts) {
    rest += `${text.slice(at, start)} `
    at = end
  }
  rest += text.slice(at)
  for (const { start, end } of findIntervals(rest).reverse())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  const words = rest
    .replace(/[^\p{L}\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
  const letters = words.join('').length
  return letters <= 12 || (first.start <= 12 && words.length <= 9 && letters <= 50)
}

function isAround(node: PageNode): boolean {
  for (let at: PageNode | null = node; at; at = at.parent)
    if (AROUND.has(at.tag))
      return at.tag !== 'header' || (at.end - at.order < 400 && at.parent?.tag === 'body')
  return false
}
