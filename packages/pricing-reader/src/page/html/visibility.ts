import { COUNT, RATIO } from '../../thresholds.ts'
import { type PageNode, walk } from '../PageNode.ts'

/**
 * Shows content that a page hides until it has loaded. If almost nothing is visible, the hidden
 * element with the main heading becomes visible. `hidden` contains the elements that are hidden
 * themselves, and not only through an ancestor.
 */
export function showLoadedContent(body: PageNode, hidden: ReadonlySet<PageNode>): void {
  const all = lettersOf(body, () => true)
  const shown = lettersOf(body, ({ isHidden }) => !isHidden)
  if (all < COUNT.visibleLetters || shown > all * RATIO.shown) return
  const later = [...hidden].find((node) => !node.parent?.isHidden && hasHeading(node))
  if (!later) return
  for (const node of walk(later)) {
    const isAround = node !== later && (node.parent?.isHidden ?? false)
    node.isHidden = isAround || (node !== later && hidden.has(node))
  }
}

function hasHeading(node: PageNode): boolean {
  for (const { tag } of walk(node)) if (tag === 'h1') return true
  return false
}

function lettersOf(node: PageNode, counts: (text: PageNode) => boolean): number {
  let letters = 0
  for (const each of walk(node)) if (counts(each)) letters += each.text.trim().length
  return letters
}

/** Class names that usually mean struck through. */
const FORMER =
  /^(line-through|strike|strikethrough|striked|struck|crossed|crossed-out|text-decoration-line-through|original|old)$|(^|[-_])(original|old|was|before|compare|compared|struck|strike|crossed|regular|mrp)[-_]*(price|pricing|amount)|(price|pricing|amount)[-_]*(original|old|was|before|compare|struck|strike|crossed|regular|mrp)([-_]|$)/i

export function displayOf(node: PageNode, styled: string | null): string | null {
  const inline = /(?:^|;)\s*display\s*:\s*([a-z-]+)/i.exec(node.attrs.get('style') ?? '')?.[1]
  if (inline) return inline.toLowerCase()
  const { classes } = node
  // `hidden md:block` hides an element on small screens only.
  const isShownWide = classes.some((name) =>
    /^(sm|md|lg|xl|2xl):(block|flex|grid|inline|inline-block|inline-flex|table|table-cell|contents)$|^d-(sm|md|lg|xl)-(block|flex|inline|grid|table|inline-block|inline-flex|table-cell)$/.test(
      name,
    ),
  )
  if (!isShownWide && classes.some((name) => name === 'hidden' || name === 'd-none')) return 'none'
  if (styled) return styled
  if (classes.includes('block') || classes.includes('d-block')) return 'block'
  if (classes.includes('flex') || classes.includes('d-flex') || classes.includes('grid'))
    return 'flex'
  return null
}

export function isMarkedHidden(node: PageNode): boolean {
  if (node.attrs.has('hidden') && node.attrs.get('hidden') !== 'false') return true
  // An element with the tooltip as its label is the thing that the tooltip explains.
  if (node.attrs.get('role') === 'tooltip' && !node.attrs.has('aria-label')) return true
  if (/visibility\s*:\s*hidden/i.test(node.attrs.get('style') ?? '')) return true
  return node.classes.some((name) =>
    /^(sr-only|visually-hidden|screen-reader-text|screen-reader-only|invisible|w-condition-invisible|is-hidden|ng-hide|visuallyhidden|tooltip-?(?:text|content|inner|body))$/i.test(
      name,
    ),
  )
}

export function isStruckOf(node: PageNode, styled: boolean): boolean {
  if (styled || node.isStruck) return true
  if (node.tag === 'del' || node.tag === 's' || node.tag === 'strike') return true
  if (/line-through/i.test(node.attrs.get('style') ?? '')) return true
  return node.classes.some((name) => FORMER.test(name))
}
