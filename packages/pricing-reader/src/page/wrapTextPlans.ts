import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import { isPricedOnRequest, saysFree } from '../price/priceWords.ts'
import { COUNT, LENGTH, NEAR } from '../thresholds.ts'
import { linesIn, type PageLine } from './PageLine.ts'
import type { PageNode } from './PageNode.ts'

/**
 * Wraps each plan of a plain text page in an element, so that later stages find it like a card. A
 * plan is a heading, a price and bullets up to the next heading, or a term of a definition list.
 */
export function wrapTextPlans(lines: readonly PageLine[], hints: MoneyHints): void {
  const headings = new Map<PageNode, Map<string, PageNode[]>>()
  for (const { block, heading, isHidden } of lines) {
    const { parent, tag } = block
    if (isHidden || !parent || (tag !== 'dt' && (heading === 0 || !/^h[2-6]$/.test(tag)))) continue
    const byTag = headings.get(parent) ?? new Map<string, PageNode[]>()
    const like = byTag.get(tag) ?? []
    if (like.at(-1) !== block) like.push(block)
    headings.set(parent, byTag.set(tag, like))
  }
  for (const [parent, byTag] of headings) {
    for (const like of byTag.values()) {
      if (like.length < 2 || like.length > COUNT.sections) continue
      const sections = like
        .map((heading) => sectionOf(heading, parent))
        .filter((section) => isPlan(section, lines, hints))
      if (sections.length >= 2) for (const section of sections) fold(section, parent)
    }
  }
}

/** A heading and its siblings up to the next heading of the same or a higher level. */
function sectionOf(heading: PageNode, parent: PageNode): PageNode[] {
  const from = parent.children.indexOf(heading)
  const next = parent.children.findIndex(
    ({ tag }, index) =>
      index > from && (tag === heading.tag || (/^h[1-6]$/.test(tag) && tag <= heading.tag)),
  )
  return parent.children.slice(from, next < 0 ? undefined : next)
}

function isPlan(
  section: readonly PageNode[],
  lines: readonly PageLine[],
  hints: MoneyHints,
): boolean {
  const [heading] = section
  if (!heading || section.length < 2) return false
  const visible = section
    .flatMap((node) => linesIn({ lines }, node))
    .filter(({ isHidden, text }) => !isHidden && text)
  const [title, ...rest] = visible
  if (!title || rest.length === 0 || rest.length > COUNT.sectionLines) return false
  if (/^[^\p{L}]*\d/u.test(title.text)) return false
  const level = Number(heading.tag.slice(1))
  if (rest.some((line) => line.heading > 0 && line.heading <= level)) return false
  const isPriced = ({ text }: PageLine): boolean =>
    isPriceLine(text, hints) || saysFree(text) || isPricedOnRequest(text)
  return (
    rest.slice(0, NEAR.planPrice).some(isPriced) ||
    saysFree(title.text) ||
    (title.text.length <= LENGTH.heading && findAmounts(title.text, hints).length > 0)
  )
}

function fold(section: readonly PageNode[], parent: PageNode): void {
  const [first] = section
  const last = section.at(-1)
  const at = first ? parent.children.indexOf(first) : -1
  if (!first || !last || at < 0) return
  const node: PageNode = {
    tag: 'section',
    text: '',
    attrs: new Map(),
    classes: [],
    children: [...section],
    parent,
    order: first.order,
    end: last.end,
    isHidden: false,
    isStruck: false,
    display: null,
    alike: 1,
    mark: null,
  }
  for (const child of section) child.parent = node
  parent.children.splice(at, section.length, node)
}
