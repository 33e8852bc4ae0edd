import { COUNT, RATIO } from '../thresholds.ts'
import { type PageNode, walk } from './PageNode.ts'

/**
 * Shows what a page hides only until it has loaded: where next to nothing is shown, the element with
 * its heading. `hidden` are the elements that are hidden by themselves.
 */
export function showLater(body: PageNode, hidden: ReadonlySet<PageNode>): void {
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
