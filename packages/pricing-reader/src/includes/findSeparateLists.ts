import type { CardLine } from '../lines/CardLine.ts'
import { plainLine } from '../lines/plainLine.ts'
import { readInheritance } from '../lines/readInheritance.ts'
import { COUNT, WORDS } from '../thresholds.ts'

/**
 * Finds the feature lists that a page keeps apart from its cards. They have the same heading,
 * repeated once per card without features, in the order of the cards: "Plan details", "Plan
 * details", "Plan details".
 */
export function findSeparateLists(
  lines: readonly CardLine[],
  bare: readonly string[],
): Map<string, CardLine[]> {
  const details = new Map<string, CardLine[]>()
  if (bare.length < 2) return details
  const places = new Map<string, number[]>()
  lines.forEach((line, index) => {
    const text = plainLine(line.text).toLowerCase()
    if (line.isHeading && text !== '') places.set(text, [...(places.get(text) ?? []), index])
  })
  const starts = [...places.values()].find((found) => found.length === bare.length)
  if (starts === undefined) return details
  const blocks = starts.map((start, index) => blockOf(lines, start + 1, starts[index + 1]))
  if (blocks.some((block) => block.length < 2) || !agrees(blocks, bare)) return details
  blocks.forEach((block, index) => {
    const name = bare[index]
    if (name !== undefined) details.set(name, block)
  })
  return details
}

/** The lines up to the next block. The last block ends at a heading or a button. */
function blockOf(lines: readonly CardLine[], start: number, next: number | undefined): CardLine[] {
  const rest = lines.slice(start, Math.min(next ?? lines.length, start + COUNT.detailLines))
  const end = rest.findIndex(
    (line) => line.isChrome || (line.isHeading && line.level !== undefined),
  )
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .map((line) => ({ ...line, isListItem: line.isListItem || isShort(line.text) }))
}

function isShort(text: string): boolean {
  return (
    !/[.!?:]$/u.test(text.trim()) &&
    text.split(/\s+/u).length <= WORDS.detail &&
    !/\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(text)
  )
}

/**
 * Returns false if a block inherits its own tier: a block with "Everything in Simple" cannot belong
 * to Simple.
 */
function agrees(blocks: readonly CardLine[][], bare: readonly string[]): boolean {
  return blocks.every((block, index) =>
    block.every((line) => {
      const inherited = readInheritance(plainLine(line.text), { names: bare, current: '' })
      return inherited === undefined || bare.indexOf(inherited.tier) < index
    }),
  )
}
