import { linesIn, type PageModel } from '../page/PageModel.ts'
import type { PageNode } from '../page/PageNode.ts'
import { findMarkers, type Marker } from './findMarkers.ts'
import { findName } from './findName.ts'

/** Cards that stand side by side. */
export interface CardGroup {
  parent: PageNode
  cards: PageNode[]
}

interface Unit {
  node: PageNode
  markers: Marker[]
}

const MAX_CARD_LINES = 160
const MIN_CARD_LINES = 3

/** The groups of like elements of a page, each of which has a name and tells what it costs. */
export function findCards(page: PageModel, body: PageNode): CardGroup[] {
  const markers = findMarkers(page)
  const groups: CardGroup[] = []
  search({ node: body, markers }, page, groups)
  if (groups.length === 0) {
    const alone = findSingle(page, body, markers)
    if (alone) groups.push({ parent: alone.parent ?? body, cards: [alone] })
  }
  return groups
}

/** Collects the groups within a unit; answers whether there was one. */
function search(unit: Unit, page: PageModel, groups: CardGroup[]): boolean {
  const split = splitOf(unit)
  if (!split) return false
  let isFound = false
  const plain: Unit[] = []
  for (const part of split.units) {
    if (part.markers.length > 1 && search(part, page, groups)) isFound = true
    else plain.push(part)
  }
  const cards = plain.filter(({ node }) => isCard(node, page))
  const like = alike(cards.map(({ node }) => node))
  if (like.length >= 2 || (isFound && like.length === 1 && resembles(like[0], groups))) {
    groups.push({ parent: split.parent, cards: like })
    return true
  }
  return isFound
}

/** The parts of a unit, one for each child of the deepest element that holds all its markers. */
function splitOf({ node, markers }: Unit): { parent: PageNode; units: Unit[] } | null {
  let parent = node
  for (;;) {
    const units = partsOf(parent, markers)
    const only = units[0]
    if (!only) return null
    if (units.length > 1) return { parent, units }
    if (only.markers.some(({ line }) => line.block === parent)) return null
    parent = only.node
  }
}

function partsOf(parent: PageNode, markers: readonly Marker[]): Unit[] {
  const units: Unit[] = []
  let i = 0
  for (const child of parent.children) {
    const mine: Marker[] = []
    for (let marker = markers[i]; marker && marker.line.order <= child.end; marker = markers[++i]) {
      if (marker.line.order >= child.order) mine.push(marker)
    }
    if (mine.length > 0 && child.tag !== '#text') units.push({ node: child, markers: mine })
  }
  return units
}

function isCard(node: PageNode, page: PageModel): boolean {
  const lines = linesIn(page, node).filter((line) => !line.isHidden)
  if (lines.length < MIN_CARD_LINES || lines.length > MAX_CARD_LINES) return false
  return findName(node, lines, page.hints) !== null
}

/** The largest set of elements made alike: the same tag, and classes in common where there are any. */
function alike(nodes: readonly PageNode[]): PageNode[] {
  let best: PageNode[] = []
  for (const one of nodes.slice(0, 40)) {
    const same = nodes.filter((other) => isAlike(one, other))
    if (same.length > best.length) best = same
  }
  return best
}

function isAlike(a: PageNode, b: PageNode): boolean {
  if (a.tag !== b.tag) return false
  if (a.classes.length === 0 || b.classes.length === 0)
    return a.classes.length === b.classes.length || a.classes.length + b.classes.length <= 2
  const common = a.classes.filter((name) => b.classes.includes(name)).length
  return common * 4 >= Math.min(a.classes.length, b.classes.length)
}

const resembles = (node: PageNode | undefined, groups: readonly CardGroup[]): boolean =>
  node !== undefined &&
  node.classes.length > 0 &&
  groups.some(({ cards }) => cards.some((card) => isAlike(card, node)))

/** The one card of a page with nothing beside it. */
function findSingle(page: PageModel, body: PageNode, markers: readonly Marker[]): PageNode | null {
  for (const { line } of markers) {
    for (let at: PageNode | null = line.block; at && at !== body; at = at.parent) {
      if (!isCard(at, page)) continue
      const lines = linesIn(page, at).filter(({ isHidden }) => !isHidden)
      if (lines.length > 40) break
      if (lines.filter(({ item }) => item).length >= 2) return at
    }
  }
  return null
}
