import { BOUND, ICON } from '../../thresholds.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Recognizes icons made of straight strokes. A tick goes down and then further up, a cross is two
 * strokes that intersect, and a dash is one horizontal stroke. Each drawing is the `d` of a path or
 * the points of a line.
 */
export function readStrokes(drawings: readonly string[]): 'yes' | 'no' | null {
  const strokes: Point[][] = []
  for (const drawing of drawings) {
    const drawn = strokesOf(drawing)
    if (drawn === null) return null
    strokes.push(...drawn)
  }
  const [first, second, ...others] = strokes
  if (!first || others.length > 0) return null
  if (!second) return isTick(first) ? 'yes' : isFlat(first) ? 'no' : null
  return isCross(first, second) ? 'no' : null
}

/** The strokes of a path. Returns null if the path has anything but straight lines. */
function strokesOf(drawing: string): Point[][] | null {
  const tokens = drawing.match(/[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi) ?? []
  if (tokens.length > BOUND.strokeTokens) return null
  const strokes: Point[][] = []
  let command = 'M'
  let at: Point = { x: 0, y: 0 }
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i] ?? ''
    if (/[a-z]/i.test(token)) {
      if (!/[mlhvz]/i.test(token)) return null
      command = token
      i += 1
      continue
    }
    const isRelative = command === command.toLowerCase()
    const kind = command.toLowerCase()
    const number = Number(token)
    const next = Number(tokens[i + 1])
    if (kind === 'h') at = { x: number + (isRelative ? at.x : 0), y: at.y }
    else if (kind === 'v') at = { x: at.x, y: number + (isRelative ? at.y : 0) }
    else if (Number.isNaN(next)) return null
    else at = { x: number + (isRelative ? at.x : 0), y: next + (isRelative ? at.y : 0) }
    i += kind === 'h' || kind === 'v' ? 1 : 2
    if (kind === 'm') {
      strokes.push([at])
      command = isRelative ? 'l' : 'L'
    } else strokes.at(-1)?.push(at)
  }
  return strokes
}

function isTick(points: readonly Point[]): boolean {
  if (points.length !== 3) return false
  const [left, middle, right] = points.toSorted((a, b) => a.x - b.x)
  if (!left || !middle || !right || middle !== points[1]) return false
  const height = middle.y - right.y
  return (
    left.x < middle.x &&
    middle.x < right.x &&
    middle.y > left.y &&
    left.y - right.y > height * ICON.tickRise
  )
}

const isFlat = ([a, b, ...others]: readonly Point[]): boolean =>
  a !== undefined &&
  b !== undefined &&
  others.length === 0 &&
  a.y === b.y &&
  Math.abs(a.x - b.x) >= ICON.dashLength

function isCross(one: readonly Point[], other: readonly Point[]): boolean {
  const [a, b] = one
  const [c, d] = other
  if (!a || !b || !c || !d || one.length + other.length > 4) return false
  const [slope, across] = [slopeOf(a, b), slopeOf(c, d)]
  const isDiagonal = [slope, across].every(
    (each) => Math.abs(each) > ICON.crossSlopeMin && Math.abs(each) < ICON.crossSlopeMax,
  )
  const width = Math.abs(a.x - b.x)
  const isApart = Math.abs(a.x + b.x - c.x - d.x) > width || Math.abs(a.y + b.y - c.y - d.y) > width
  return isDiagonal && slope * across < 0 && !isApart
}

const slopeOf = (a: Point, b: Point): number => (b.y - a.y) / (b.x - a.x)
