import { withPlainDigits } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { isOtherBadge, saysPopular } from '../price/priceWords.ts'
import { BOUND, COUNT, LENGTH, NEAR, NODES } from '../thresholds.ts'
import { CROSSES, DASHES, TICKS } from '../words/symbols.ts'
import { isSwitchVariant } from './intervalInNames.ts'
import { BUTTON_NAMES, CENTS_NAMES, FEATURE_LIST_NAMES } from './markupNames.ts'
import type { PageLine } from './PageLine.ts'
import { namesOf, type PageNode, walk } from './PageNode.ts'

const INLINE = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark meter nobr output q ruby rp rt s samp small span strike strong sub sup svg time tt u var wbr path g use circle rect line polyline'.split(
    ' ',
  ),
)
const WHOLE = new Set(['li', 'td', 'th', 'button', 'a', 'summary', 'label'])
/** Values of `display` that lay out the children side by side. */
const ROWS = new Set(['flex', 'grid', 'inline-flex', 'inline-grid'])

const DASH_ALONE = new RegExp(`^[${DASHES}]$`, 'u')
const TICKS_BEFORE = new RegExp(String.raw`^(?:[${TICKS}]\ufe0f?\s*)+`, 'u')
const CROSS_BEFORE = new RegExp(String.raw`^(?:[${CROSSES}]\ufe0f?\s*|×\s+|×$)`, 'u')
const MARK_AFTER = new RegExp(String.raw`(?:([${TICKS}])|[${CROSSES}])\ufe0f?$`, 'u')

interface Run {
  text: string
  node: PageNode
}

/** Renders all lines of a page. Hidden lines are included and marked. */
export function renderLines(body: PageNode): PageLine[] {
  const lines: PageLine[] = []
  let runs: Run[] = []
  let mark: 'yes' | 'no' | null = null
  let markAt: PageNode | null = null

  const end = (block: PageNode): void => {
    const line = lineOf(runs, block, mark, markAt)
    if (line) lines.push(line)
    if (line || !markAt || block !== markAt.parent) {
      mark = null
      markAt = null
    }
    runs = []
  }

  const hasBlocks = blockFinder()
  const visit = (node: PageNode, block: PageNode): void => {
    if (lines.length >= BOUND.lines) return
    if (node.tag === '#text') {
      if (/\S/.test(node.text) || runs.length > 0) runs.push({ text: node.text, node })
      return
    }
    if (node.mark && !node.isHidden) {
      mark ??= node.mark
      markAt ??= node
    }
    const spoken = spokenPrice(node)
    if (spoken) {
      runs.push({ text: spoken, node: firstText(node) })
      return
    }
    if (node.tag === 'br') end(block)
    if (node.tag === 'br' || node.tag === 'svg') return
    const isBlock =
      breaksLine(node) ||
      hasBlocks(node) ||
      standsAlone(node) ||
      isSwitchVariant(node) ||
      isFeatureSpan(node) ||
      isBadgeInHeading(node)
    const changesSight = node.isHidden !== block.isHidden
    if (!isBlock && !changesSight) {
      for (const child of node.children) visit(child, block)
      return
    }
    const held = node.mark && node === markAt
    if (!held) end(block)
    for (const child of node.children) visit(child, node)
    end(node)
  }
  for (const child of body.children) visit(child, body)
  end(body)
  return withMarks(lines)
}

/** Moves a tick or a cross from a separate line to the line beside it. */
function withMarks(lines: readonly PageLine[]): PageLine[] {
  return lines.filter((line, index) => {
    const isMark = line.mark !== null && !line.text && !line.struck
    const isDash = DASH_ALONE.test(line.text) && line.block.tag !== 'p' && line.heading === 0
    const next = lines[index + 1]
    if ((!isMark && !isDash) || !next?.text || next.isHidden !== line.isHidden) return true
    if (next.mark !== null && next.mark !== line.mark && next.mark !== next.item?.mark) return true
    if (!standBeside(line, next)) return true
    next.mark = isDash ? 'no' : line.mark
    return false
  })
}

/** Returns true if two lines share a small element that is not a row of a table. */
function standBeside(mark: PageLine, words: PageLine): boolean {
  let at: PageNode | null = mark.block
  for (let i = 0; at && i < NEAR.besideMark; i++, at = at.parent) {
    if (at.tag === 'td' || at.tag === 'th') return words.order <= at.end
    if (words.order <= at.end) return at.end - at.order < NODES.mark && at.tag !== 'tr'
  }
  return false
}

/** Returns true for an item of a flex or grid row, which is separate from the other items. */
function standsAlone({ tag, parent }: PageNode): boolean {
  if (!parent || tag === 'svg' || !ROWS.has(parent.display ?? '')) return false
  if (parent.children.some((child) => child.tag === '#text' && /\S/.test(child.text))) return false
  return !isInSmallPiece(parent)
}

/**
 * Returns true for one of several adjacent spans in an element named like a feature list. A style
 * sheet puts each on a separate line.
 */
export function isFeatureSpan({ tag, parent }: PageNode): boolean {
  if (tag !== 'span' || !parent || parent.children.length > COUNT.maxListedSpans) return false
  if (!FEATURE_LIST_NAMES.test(namesOf(parent))) return false
  const others = parent.children.filter(
    ({ tag: other, text }) => other !== '#text' || /\S/.test(text),
  )
  return others.length >= COUNT.listedSpans && others.every((other) => other.tag === 'span')
}

/** The accessible label of a price that is an image, or that shows no interval. */
function spokenPrice(node: PageNode): string | null {
  const label = node.attrs.get(node.tag === 'img' ? 'alt' : 'aria-label')?.trim()
  if (
    !label ||
    label.length > LENGTH.spokenPrice ||
    node.isHidden ||
    !/\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(label)
  )
    return null
  if (node.tag === 'img') return label
  if (node.end - node.order > NODES.spokenPrice) return null
  const shown = [...walk(node)].map(({ text }) => text).join('')
  const isSame = shown.replace(/\D/g, '') === label.replace(/\D/g, '')
  return isSame && findIntervals(shown).length === 0 && findIntervals(label).length > 0
    ? label
    : null
}

/** The first text node of an element, or the element itself. */
function firstText(node: PageNode): PageNode {
  for (const each of walk(node)) if (each.tag === '#text') return each
  return node
}

/**
 * Returns true for a badge such as "Popular" in a heading, which is not part of the plan's name.
 */
function isBadgeInHeading(node: PageNode): boolean {
  if (node.end - node.order > NODES.badge || !/^h[1-6]$/.test(node.parent?.tag ?? '')) return false
  const words = [...walk(node)]
    .map(({ text }) => text)
    .join(' ')
    .trim()
  return saysPopular(words) || isOtherBadge(words)
}

/** Returns true inside a bullet, a cell or a button, whose content is one line. */
function isInSmallPiece(node: PageNode): boolean {
  let at: PageNode | null = node
  for (let i = 0; at && i < NEAR.smallPiece; i++, at = at.parent) {
    if (WHOLE.has(at.tag) && at.end - at.order < NODES.smallPiece) return true
  }
  return false
}

const breaksLine = (node: PageNode): boolean => {
  if (node.display) return !node.display.startsWith('inline') && node.display !== 'contents'
  return !INLINE.has(node.tag) && !node.tag.includes('-')
}

/** Returns a function that determines whether an inline element contains a block. */
function blockFinder(): (node: PageNode) => boolean {
  const results = new Map<PageNode, boolean>()
  const find = (node: PageNode): boolean => {
    const before = results.get(node)
    if (before !== undefined) return before
    const found = node.children.some(
      (child) =>
        child.tag !== '#text' &&
        child.tag !== 'svg' &&
        child.tag !== 'br' &&
        (breaksLine(child) || find(child)),
    )
    results.set(node, found)
    return found
  }
  return find
}

function lineOf(
  runs: readonly Run[],
  block: PageNode,
  mark: 'yes' | 'no' | null,
  markAt: PageNode | null,
): PageLine | null {
  const glyph = glyphOf(withPlainDigits(join(runs.filter(({ node }) => !node.isStruck))))
  const { text } = glyph
  const struck = join(runs.filter(({ node }) => node.isStruck))
  const first = runs[0]?.node ?? markAt
  if (!first || (!text && !struck && !mark && !glyph.mark)) return null
  const last = runs.at(-1)?.node ?? first
  const item = findItem(block)
  return {
    text,
    struck,
    block,
    inner: first.parent ?? block,
    order: first.order,
    end: last.order,
    isHidden: block.isHidden,
    heading: headingOf(block, runs),
    item,
    isButton: isButtonLine(block, runs),
    mark: glyph.mark ?? mark ?? item?.mark ?? null,
  }
}

/** Separates a tick or a cross, written as a character, from the text. */
function glyphOf(text: string): { text: string; mark: 'yes' | 'no' | null } {
  const yes = TICKS_BEFORE.exec(text)
  if (yes) return { text: text.slice(yes[0].length), mark: 'yes' }
  const no = CROSS_BEFORE.exec(text)
  if (no) return { text: text.slice(no[0].length), mark: 'no' }
  // Some pages put the mark at the end: "Backups ✓".
  const last = MARK_AFTER.exec(text)
  if (last && /\p{L}/u.test(text)) {
    return { text: text.slice(0, last.index).trimEnd(), mark: last[1] ? 'yes' : 'no' }
  }
  return { text: text.replace(/^[•·▪►]\s+/, ''), mark: null }
}

/** Joins texts, and inserts the separators that only the layout shows. */
function join(runs: readonly Run[]): string {
  let text = ''
  for (const { text: next, node } of runs) {
    if (isCents(node) && /\d$/.test(text.trimEnd()) && /^\s*\d\d\s*$/.test(next)) {
      text = `${text.trimEnd()}.${next.trim()}`
    } else if (/[\p{Ll}\d)!.]$/u.test(text) && /^[\p{Lu}]/u.test(next)) text += ` ${next}`
    else if (/\p{Ll}{3}$/u.test(text) && /^\d/u.test(next)) text += `: ${next}`
    else text += next
    // Much of the text may be white space, so the limit here is higher than for the final line.
    if (text.length > BOUND.gatheredLength) break
  }
  return text
    .replace(/[\t\n\r\f ]+/g, ' ')
    .trim()
    .slice(0, BOUND.lineLength)
}

const isCents = (node: PageNode): boolean =>
  node.parent !== null &&
  (node.parent.tag === 'sup' || CENTS_NAMES.test(node.parent.classes.join(' ')))

function findItem(block: PageNode): PageNode | null {
  let at: PageNode | null = block
  for (let i = 0; at && i < NEAR.listItem; i++, at = at.parent)
    if (at.tag === 'li' || at.attrs.get('role') === 'listitem') return at
  return null
}

function headingOf(block: PageNode, runs: readonly Run[]): number {
  let at: PageNode | null = runs[0]?.node.parent ?? block
  for (let i = 0; at && i < NEAR.heading; i++, at = at.parent) {
    const level =
      /^h([1-6])$/.exec(at.tag)?.[1] ?? (at.attrs.get('role') === 'heading' ? '3' : undefined)
    if (level) return Number(level)
    if (at === block) break
  }
  return /^h[1-6]$/.test(block.parent?.tag ?? '') ? Number(block.parent?.tag.slice(1)) : 0
}

function isButtonLine(block: PageNode, runs: readonly Run[]): boolean {
  let at: PageNode | null = runs[0]?.node.parent ?? block
  for (let i = 0; at && i < NEAR.button; i++, at = at.parent) {
    if (at.tag === 'button' || at.attrs.get('role') === 'button') return true
    const isSmall = at.end - at.order < NODES.button
    if (at.tag === 'a' && isSmall) return true
    if (isSmall && BUTTON_NAMES.test(at.classes.join(' ').toLowerCase())) return true
    if (at.tag === 'li' || at.tag === 'td') return false
    if (at === block && i > 1) break
  }
  return false
}
