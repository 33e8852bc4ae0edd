import type { PageLine } from '../page/PageLine.ts'
import type { PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import { isPlaceholder, isPricedOnRequest, saysContact, saysFree } from '../price/priceWords.ts'
import { COUNT, LENGTH } from '../thresholds.ts'

/** A line that states a price, or the place of a price that a script fills in. */
export interface Marker {
  line: PageLine
  kind: 'price' | 'free' | 'contact' | 'placeholder'
}

const AROUND = new Set(['nav', 'footer', 'select', 'dialog', 'blockquote', 'form'])

/** Finds the lines of a page that look like the price of something. */
export function findMarkers({ lines, hints, grids }: PageModel, isLoose = false): Marker[] {
  const itemLines = new Map<PageNode, number>()
  for (const { item } of lines) if (item) itemLines.set(item, (itemLines.get(item) ?? 0) + 1)
  const isAround = aroundFinder(
    new Set(grids.filter(({ isTable }) => isTable).map(({ node }) => node)),
  )
  const markers: Marker[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    if (!line || line.isHidden || !line.text || line.text.length > LENGTH.priceLine) continue
    if (!isLoose && line.item && (itemLines.get(line.item) ?? 0) < COUNT.bulletLines) continue
    const kind = kindOf(line, lines[i + 1], hints, isLoose)
    if (kind && !isAround(line.block)) markers.push({ line, kind })
  }
  return markers
}

function kindOf(
  line: PageLine,
  next: PageLine | undefined,
  hints: MoneyHints,
  isLoose: boolean,
): Marker['kind'] | null {
  const { text } = line
  if (isPriceLine(text, hints) || (isLoose && isNamedPrice(text, hints))) return 'price'
  if (next && isPriceLine(joined(text, next.text), hints)) return 'price'
  if ((saysFree(text) || isNamedFree(line)) && !line.isButton) return 'free'
  if (isPricedOnRequest(text)) return 'contact'
  if ((line.isButton || line.heading > 2) && saysContact(text)) return 'contact'
  return isPlaceholder(text) ? 'placeholder' : null
}

/** Joins a sign and a number on separate lines. Returns an empty string for other lines. */
function joined(text: string, next: string): string {
  if (/^[^\d\s]{1,4}$/.test(text) && /^\d/.test(next)) return `${text}${next}`
  if (/^\d[\d.,]*$/.test(text) && /^\S{1,4}(\s|\/|$)/.test(next)) return `${text} ${next}`
  return ''
}

/** A name and a price in one line: "Start: from $2,000". */
function isNamedPrice(text: string, hints: MoneyHints): boolean {
  return nameBeforePrice(text, hints) !== null
}

/** A heading such as "Basic – free". */
const isNamedFree = ({ text, heading }: PageLine): boolean =>
  heading > 0 &&
  text.length <= LENGTH.heading &&
  saysFree(/[–—:|]\s*([^–—:|]+)$/.exec(text)?.[1] ?? '')

const NAME = `(.{2,${LENGTH.nameBeforePrice}}?)`
const NAME_AND_PRICE = new RegExp(String.raw`^${NAME}\s*(?:[–—:|]|\s-\s)\s*(.+)$`, 'u')
const NAME_WITH_BRACKETS = new RegExp(String.raw`^${NAME}\s*[(（]([^()]+)[)）]$`, 'u')

export function nameBeforePrice(text: string, hints: MoneyHints): string | null {
  const split = NAME_AND_PRICE.exec(text) ?? NAME_WITH_BRACKETS.exec(text)
  const [, name, price] = split ?? []
  if (!name || !price || !/\p{L}/u.test(name) || findAmounts(name, hints).length > 0) return null
  return isPriceLine(price, hints) || saysFree(price) || isPricedOnRequest(price) ? name : null
}

/**
 * Returns a function that determines whether an element belongs to the frame of the page or to a
 * table.
 */
function aroundFinder(grids: ReadonlySet<PageNode>): (node: PageNode) => boolean {
  const results = new Map<PageNode, boolean>()
  return function isAround(node: PageNode): boolean {
    const before = results.get(node)
    if (before !== undefined) return before
    const isTop = node.tag === 'header' && node.parent?.tag === 'body'
    const found =
      AROUND.has(node.tag) ||
      grids.has(node) ||
      isTop ||
      (node.parent !== null && isAround(node.parent))
    results.set(node, found)
    return found
  }
}
