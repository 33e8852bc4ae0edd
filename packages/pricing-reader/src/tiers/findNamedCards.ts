import { linesIn, type PageLine } from '../page/PageLine.ts'
import { isWithin, type PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import { saysPopular } from '../price/priceWords.ts'
import { COUNT } from '../thresholds.ts'
import { headingBefore } from './readGrid.ts'
import { type FoundTier, toCardLine } from './readTier.ts'
import { isPlanName, unpricedTier } from './unpricedTier.ts'

interface NamedCard {
  name: PageLine
  node: PageNode
}

/** Finds plans without prices by typical names. */
export function findNamedCards(page: PageModel): FoundTier[] {
  const names = page.lines.filter(isName)
  if (names.length > COUNT.planNames) return []
  const cards = names.flatMap((name): NamedCard[] => {
    const others = names.filter((other) => other !== name)
    let node = name.block
    while (node.parent && !others.some(({ block }) => isWithin(block, node.parent ?? node)))
      node = node.parent
    return node.parent && others.length > 0 ? [{ name, node }] : []
  })
  const groups = [...Map.groupBy(cards, ({ node }) => node.parent).values()]
  const [most = []] = groups
    .map((group) => group.filter((card) => featuresOf(card, page).length >= COUNT.namedFeatures))
    .filter((group) => new Set(group.map(({ name }) => name.text)).size === group.length)
    .toSorted((a, b) => b.length - a.length)
  if (most.length < COUNT.namedCards) return []
  const section = headingBefore(most[0]?.node, page)
  return most.map((card) => {
    const { name, node } = card
    const lines = shownIn(card, page)
    const tier = unpricedTier(name.text, section)
    const isPopular = lines.some(({ text }) => saysPopular(text))
    return {
      node,
      tier: isPopular ? { ...tier, isPopular } : tier,
      card: {
        name: name.text,
        prices: tier.prices,
        lines: lines.map((line) => toCardLine(line, node, line === name || line.isButton)),
      },
    }
  })
}

const isName = ({ text, isHidden, isButton, item }: PageLine): boolean =>
  !isHidden && !isButton && item === null && isPlanName(text)

const shownIn = ({ node }: NamedCard, page: PageModel): PageLine[] =>
  linesIn(page, node).filter(({ isHidden }) => !isHidden)

const featuresOf = (card: NamedCard, page: PageModel): PageLine[] =>
  shownIn(card, page).filter(
    (line) => line !== card.name && toCardLine(line, card.node, false).isListItem,
  )
