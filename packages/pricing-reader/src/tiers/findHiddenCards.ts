import { isWithin, type PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import { type CardGroup, findCards } from './findCards.ts'

/** Cards that a switch shows, and a model of the page in which they are visible. */
export interface HiddenCards {
  groups: CardGroup[]
  /** The page with only its hidden lines, all visible. */
  page: PageModel
}

export function findHiddenCards(page: PageModel, body: PageNode): HiddenCards {
  const lines = page.lines
    .filter(({ isHidden }) => isHidden)
    .map((line) => ({ ...line, isHidden: false }))
  const hidden: PageModel = { ...page, lines, grids: [] }
  return { groups: lines.length > 0 ? findCards(hidden, body) : [], page: hidden }
}

/** The hidden groups in a tab panel next to a panel with visible cards. */
export const panelsBeside = (
  groups: readonly CardGroup[],
  shown: readonly PageNode[],
): CardGroup[] =>
  groups.filter(({ parent, cards }) => {
    const panel = hiddenRoot(cards[0] ?? parent)
    const around = panel?.parent
    return cards.length >= 2 && around && shown.some((card) => isWithin(card, around))
  })

/** The outermost ancestor that is hidden. */
function hiddenRoot(node: PageNode): PageNode | null {
  let at: PageNode = node
  while (at.parent?.isHidden) at = at.parent
  return at.isHidden ? at : null
}
