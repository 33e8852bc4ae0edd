import { isBulletIn, linesIn } from '../page/linesIn.ts'
import type { PageModel } from '../page/PageModel.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import type { PageLine } from '../page/renderLines.ts'
import { type CardGroup, isAlike } from './findCards.ts'
import { findName } from './findName.ts'

const MAX_SIBLINGS = 40
const MAX_LINES = 160

/**
 * What stands beside the cards of a group and is made as they are, though it tells no price: a
 * reader takes it for one more plan.
 */
export function findSiblings({ parent, cards }: CardGroup, page: PageModel): PageNode[] {
  if (parent.children.length > MAX_SIBLINGS) return []
  const titles = cards.map((card) => titleOf(card, page))
  return parent.children.filter((node) => {
    if (node.tag === '#text' || node.isHidden || cards.includes(node)) return false
    if (!cards.some((card) => isAlike(card, node))) return false
    const title = titleOf(node, page)
    if (!title || !titles.some((other) => other !== null && isSameMake(title, other))) return false
    const lines = shownIn(node, page)
    if (lines.length > MAX_LINES) return false
    const bullets = lines.filter((line) => isBulletIn(line, node) || line.mark).length
    const hasButton = lines.some(({ isButton }) => isButton)
    return bullets >= 2 ? hasButton || cards.length >= 2 : hasButton && cards.length >= 2
  })
}

const shownIn = (node: PageNode, page: PageModel): PageLine[] =>
  linesIn(page, node).filter(({ isHidden }) => !isHidden)

const titleOf = (card: PageNode, page: PageModel): PageLine | null =>
  findName(card, shownIn(card, page), page.hints)?.line ?? null

/** Names of one kind are headings of one level, or stand in elements called alike. */
const isSameMake = (a: PageLine, b: PageLine): boolean =>
  a.heading > 0 || b.heading > 0
    ? a.heading === b.heading
    : a.block.tag === b.block.tag && namesOf(a.block) === namesOf(b.block)
