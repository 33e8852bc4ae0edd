import { isWithin, type PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import { type CardGroup, findCards } from './findCards.ts'

/** Cards that are not shown until a switch is turned, and the page in which they are. */
export interface HiddenCards {
  groups: CardGroup[]
  /** The page as if only what is hidden were shown. */
  page: PageModel
}

export function findHiddenCards(page: PageModel, body: PageNode): HiddenCards {
  const lines = page.lines
    .filter(({ isHidden }) => isHidden)
    .map((line) => ({ ...line, isHidden: false }))
  const hidden: PageModel = { ...page, lines, grids: [] }
  return { groups: lines.length > 0 ? findCards(hidden, body) : [], page: hidden }
}

/** The hidden groups that stand in a panel beside one with cards that are shown: behind its tab. */
export const panelsBeside = (
  groups: readonly CardGroup[],
  shown: readonly PageNode[],
): CardGroup[] =>
  groups.filter(({ parent, cards }) => {
    const panel = hiddenRoot(cards[0] ?? parent)
    const around = panel?.parent
    return cards.length >= 2 && around && shown.some((card) => isWithin(card, around))
  })

/** The outermost element around a node that is itself what hides it. */
function hiddenRoot(node: PageNode): PageNode | null {
  let at: PageNode = node
  while (at.parent?.isHidden) at = at.parent
  return at.isHidden ? at : null
}
