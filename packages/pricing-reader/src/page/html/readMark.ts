import { BOUND } from '../../thresholds.ts'
import { CROSS_NAMES, TICK_NAMES } from '../markupNames.ts'
import { type PageNode, walk } from '../PageNode.ts'
import { readStrokes } from './readStrokes.ts'

/** The paths of crosses in common icon sets. */
const CROSS_PATHS = [
  '18L18 6M6 6l12 12',
  'M18 6 6 18',
  'M18 6L6 18',
  'm6 6 12 12',
  'M6 6l12 12',
  'M4.293 4.293a1 1 0',
  'M6.28 5.22a.75',
  'M4.646 4.646a.5',
  'M19 6.41',
  'M5.28 4.22',
  'M10 18a8 8 0 100-16 8 8 0 000 16zM8.707 7.293',
  'M6 18 18 6',
  'M5 12h14',
  'M20 12H4',
]
const TICK_PATHS = [
  'M5 13l4 4L19 7',
  'M20 6 9 17',
  'M20 6L9 17',
  '20 6 9 17 4 12',
  'M16.707 5.293',
  'M9 12l2 2 4-4',
  'M4.5 12.75l6 6',
  'm4.5 12.75 6 6',
  'M9 16.17',
  'M9 16.2',
  'M16.704 4.153',
  'M10 18a8 8 0 100-16 8 8 0 000 16zm3.707',
  'M9 12.75',
  'm9 12 2 2 4-4',
  'M2.25 12c0',
  'M13.854 3.646',
  'M5 12l5 5l10 -10',
  'M12.736 3.97',
]
const MARKING = new Set(['svg', 'i', 'img', 'span', 'mat-icon', 'td'])

/** The tick or the cross that an icon shows. Its drawing counts more than its name. */
export function readMark(node: PageNode): 'yes' | 'no' | null {
  const { tag } = node
  if (!MARKING.has(tag)) return null
  // A style draws the mark of an empty cell.
  if ((tag === 'span' || tag === 'td') && node.children.length > 0) return null
  const named = ['class', 'alt', 'aria-label', 'data-icon', 'data-lucide', 'title']
    .map((name) => node.attrs.get(name) ?? '')
    .join(' ')
  const source = (node.attrs.get('src') ?? '').split('/').at(-1) ?? ''
  const byName = markOfNames(`${named} ${source.slice(0, BOUND.iconFileName)}`.toLowerCase())
  return tag === 'svg' ? (readDrawing(node) ?? byName) : byName
}

function markOfNames(names: string): 'yes' | 'no' | null {
  if (!names.trim()) return null
  // "bi-x-circle" and "fa-times" are crosses. "check-x" is ambiguous.
  const isNo = CROSS_NAMES.test(names)
  const isYes = TICK_NAMES.test(names)
  if (isNo === isYes) return null
  return isNo ? 'no' : 'yes'
}

function readDrawing(svg: PageNode): 'yes' | 'no' | null {
  let drawing = ''
  const drawings: string[] = []
  let isBoxed = false
  let seen = 0
  let named: 'yes' | 'no' | null = null
  for (const node of walk(svg)) {
    if (++seen > BOUND.iconNodes) break
    const path =
      node.attrs.get('d') ?? node.attrs.get('points')?.replaceAll(',', ' ') ?? lineOf(node)
    drawing += `${path} `
    if (path) drawings.push(path)
    if (node.tag === 'rect') isBoxed = true
    const href = node.attrs.get('href') ?? node.attrs.get('xlink:href') ?? ''
    named ??= markOfNames(`${href} ${node.attrs.get('class') ?? ''}`.toLowerCase())
    if (drawing.length > BOUND.iconPath) break
  }
  if (TICK_PATHS.some((path) => drawing.includes(path))) return 'yes'
  if (CROSS_PATHS.some((path) => drawing.includes(path))) return 'no'
  // A box with a stroke in it is a phone or a payment card.
  const strokes = readStrokes(drawings)
  return strokes === 'no' && isBoxed ? named : (strokes ?? named)
}

const lineOf = ({ tag, attrs }: PageNode): string =>
  tag === 'line' ? ['x1', 'y1', 'x2', 'y2'].map((name) => attrs.get(name) ?? '0').join(' ') : ''
