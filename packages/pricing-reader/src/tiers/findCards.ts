import { isBulletIn, linesIn, type PageLine } from '../page/PageLine.ts'
import { isWithin, type PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import { COUNT, RATIO } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { findMarkers, type Marker } from './findMarkers.ts'
import { findName } from './findName.ts'
import { toCardLine } from './readTier.ts'

const SEPARATE_PLAN = new RegExp(String.raw`^${anyOf(({ separatePlan }) => separatePlan)}\b`, 'i')

/** Cards side by side. */
export interface CardGroup {
  parent: PageNode
  cards: PageNode[]
}

interface Unit {
  node: PageNode
  markers: Marker[]
}

/** Finds groups of similar elements, each with a name and a price. */
export function findCards(page: PageModel, body: PageNode): CardGroup[] {
  for (const isLoose of [false, true]) {
    const search = new Search(page, isLoose)
    const groups = search.run({ node: body, markers: findMarkers(page, isLoose) })
    if (groups.length > 0) return groups
  }
  return []
}

class Search {
  private readonly page: PageModel
  private readonly isLoose: boolean
  private readonly groups: CardGroup[] = []
  private readonly alone: PageNode[] = []

  constructor(page: PageModel, isLoose: boolean) {
    this.page = page
    this.isLoose = isLoose
  }

  run(unit: Unit): CardGroup[] {
    this.visit(unit)
    const taken = this.groups.flatMap(({ cards }) => cards)
    for (const node of this.alone) {
      if (taken.some((card) => isWithin(card, node) || isWithin(node, card))) continue
      const markersInside = unit.markers.filter(
        ({ kind, line }) => kind === 'price' && isWithin(line.block, node),
      )
      const isOnly =
        (this.isFullCard(node) || this.hasList(node)) && markersInside.length <= COUNT.alonePrices
      if (taken.length > 0 ? this.isLikelyAlone(node, taken) : isOnly) {
        this.groups.push({ parent: node.parent ?? node, cards: [node] })
        taken.push(node)
      }
    }
    return this.groups
  }

  /** Collects the groups within a unit. Returns true if there are any. */
  private visit(unit: Unit): boolean {
    const split = splitOf(unit)
    if (!split) {
      this.setAside(unit)
      return false
    }
    let isFound = false
    const plain: Unit[] = []
    for (const part of split.units) {
      if (part.markers.length > 1 && this.visit(part)) isFound = true
      else plain.push(part)
    }
    // More similar elements than this are the goods of a shop.
    if (plain.length > COUNT.units) return isFound
    const like = alike(plain.map(({ node }) => node).filter((node) => this.isCard(node)))
    if (like.length > COUNT.cards) return isFound
    const cards = like.length >= 2 ? like : []
    if (cards.length > 0) {
      this.groups.push({ parent: split.parent, cards })
      isFound = true
    }
    for (const part of plain) if (isFound && !cards.includes(part.node)) this.setAside(part)
    if (!isFound) this.setAside(unit)
    return isFound
  }

  /** Remembers the card around each single marker until the other groups are known. */
  private setAside({ node, markers }: Unit): void {
    for (const { line } of markers.slice(0, COUNT.compared)) {
      let best: PageNode | null = null
      let count = 0
      let name = ''
      for (let at: PageNode | null = line.block; at && at.order >= node.order; at = at.parent) {
        const { length } = linesIn(this.page, at)
        if (length > COUNT.aloneCardLines) break
        const around = at
        const markersInside = markers.filter((marker) => isWithin(marker.line.block, around)).length
        // A card with similar neighbors ends where they begin.
        if (best && (markersInside > count || best.alike > 1)) break
        if (!this.isCard(at) || (!best && !this.isFullCard(at) && !this.hasButton(at))) continue
        const called = this.nameOf(at)
        if (best && called !== name) break
        count = markersInside
        name = called
        best = at
      }
      if (best && !this.alone.includes(best)) this.alone.push(best)
    }
  }

  private nameOf(node: PageNode): string {
    return findName(node, linesIn(this.page, node), this.page.hints)?.name ?? ''
  }

  private hasButton(node: PageNode): boolean {
    return linesIn(this.page, node).some(({ isButton, isHidden }) => isButton && !isHidden)
  }

  private isCard(node: PageNode): boolean {
    const lines = linesIn(this.page, node).filter((line) => !line.isHidden)
    if (lines.length < (this.isLoose ? 1 : 2) || lines.length > COUNT.cardLines) return false
    // A question that expands to its answer is not a card.
    if (lines.filter(({ block }) => block.tag === 'summary').some(isQuestion)) return false
    const name = findName(node, lines, this.page.hints)
    return name !== null && (lines.length > 2 || this.isLoose || name.line.heading > 0)
  }

  /** Returns true if a card without neighbors has a list. */
  private isFullCard(node: PageNode): boolean {
    const lines = linesIn(this.page, node).filter((line) => !line.isHidden)
    return lines.filter((line) => isBulletIn(line, node) || line.mark).length >= 2
  }

  /** Returns true if a card has a button and at least three list items. */
  private hasList(node: PageNode): boolean {
    const lines = linesIn(this.page, node).filter((line) => !line.isHidden)
    if (lines.some(({ block }) => block.tag === 'label' || block.tag === 'option')) return false
    const items = lines.filter((line) => toCardLine(line, node, false).isListItem)
    return items.length > 2 && this.hasButton(node)
  }

  /** Returns true if a card without neighbors is built like the plans of the page. */
  private isLikelyAlone(node: PageNode, taken: readonly PageNode[]): boolean {
    const lines = linesIn(this.page, node).filter((line) => !line.isHidden)
    const name = findName(node, lines, this.page.hints)
    if (!name || !this.hasButton(node)) return false
    return (
      this.isFullCard(node) ||
      SEPARATE_PLAN.test(name.name) ||
      (name.line.heading > 0 && taken.some((card) => isMadeAs(card, node)))
    )
  }
}

const isQuestion = ({ text }: PageLine): boolean => /[?？]$/.test(text)

/** Splits a unit into the children of the deepest element that contains all its markers. */
function splitOf({ node, markers }: Unit): { parent: PageNode; units: Unit[] } | null {
  let parent = node
  for (;;) {
    const units = partsOf(parent, markers)
    const only = units[0]
    if (!only) return null
    if (units.length > 1) return { parent, units }
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

/** The largest set of similar elements. */
function alike(nodes: readonly PageNode[]): PageNode[] {
  let best: PageNode[] = []
  for (const one of nodes.slice(0, COUNT.compared)) {
    const same = nodes.filter((other) => isAlike(one, other))
    if (same.length > best.length) best = same
  }
  return best
}

/** Returns true for elements with the same tag and common classes. */
export function isAlike(a: PageNode, b: PageNode): boolean {
  if (a.tag !== b.tag) return false
  if (a.tag === 'li' && a.parent === b.parent) return true
  const fewer = Math.min(a.classes.length, b.classes.length)
  if (fewer === 0) return a.classes.length + b.classes.length <= 2
  const shared = a.classes.filter((name) => b.classes.includes(name)).length
  return (
    shared >= fewer * RATIO.sharedClasses ||
    (shared === 0 && a.parent === b.parent && isBuiltAlike(a, b))
  )
}

/** Returns true if two cards, or their wrappers, have the same classes. */
function isMadeAs(card: PageNode, other: PageNode): boolean {
  const shells = shellsOf(card)
  return shellsOf(other).some((shell) => shells.includes(shell))
}

/** The names of a card and of the wrappers inside it. */
function shellsOf(card: PageNode): string[] {
  const shells: string[] = []
  for (let at: PageNode | undefined = card; at; ) {
    if (at.classes.length > 0) shells.push(`${at.tag} ${at.classes.join(' ')}`)
    const parts: PageNode[] = at.children.filter(({ tag }) => tag !== '#text')
    at = parts.length === 1 ? parts[0] : undefined
  }
  return shells
}

/**
 * Returns true for cards with the same parts in the same order, even if each has the class of its
 * plan.
 */
function isBuiltAlike(a: PageNode, b: PageNode): boolean {
  if (Math.max(a.children.length, b.children.length) > COUNT.maxParts) return false
  const [one, other] = [partTags(a), partTags(b)]
  return one.length >= COUNT.parts && one.join() === other.join()
}

const partTags = ({ children }: PageNode): string[] =>
  children.filter(({ tag }) => tag !== '#text').map(({ tag }) => tag)
