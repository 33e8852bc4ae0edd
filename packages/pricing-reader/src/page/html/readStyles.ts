import { BOUND } from '../../thresholds.ts'
import { CROSSES, DASHES, TICKS } from '../../words/symbols.ts'
import type { PageNode } from '../PageNode.ts'

/** The style properties that change how a node is read. */
export interface NodeStyle {
  display: string | null
  isInvisible: boolean
  isStruck: boolean
  before: 'yes' | 'no' | null
}

interface Compound {
  tag: string | null
  id: string | null
  classes: string[]
}

interface Rule extends Partial<NodeStyle> {
  path: Compound[]
  weight: number
}

const NO_STYLE: NodeStyle = { display: null, isInvisible: false, isStruck: false, before: null }

/** Reads style sheets and returns a function that looks up the style of a node. */
export function readStyles(sheets: readonly string[]): (node: PageNode) => NodeStyle {
  const byKey = new Map<string, Rule[]>()
  let count = 0
  for (const rule of rulesOf(sheets.join('\n').slice(0, BOUND.css))) {
    const last = rule.path.at(-1)
    if (!last || count++ > BOUND.cssRules) continue
    const key = last.id ? `#${last.id}` : (last.classes[0] ?? last.tag ?? '*')
    const rules = byKey.get(key)
    if (rules) rules.push(rule)
    else byKey.set(key, [rule])
  }
  if (count === 0) return () => NO_STYLE
  return (node) => styleOf(node, byKey)
}

function styleOf(node: PageNode, byKey: ReadonlyMap<string, Rule[]>): NodeStyle {
  const keys = [node.tag, ...node.classes, `#${node.attrs.get('id') ?? ''}`]
  const found = keys.flatMap((key) => byKey.get(key) ?? []).filter((rule) => matches(node, rule))
  if (found.length === 0) return NO_STYLE
  found.sort((a, b) => a.weight - b.weight)
  const style = { ...NO_STYLE }
  for (const rule of found) {
    if (rule.display !== undefined) style.display = rule.display
    if (rule.isInvisible !== undefined) style.isInvisible = rule.isInvisible
    if (rule.isStruck !== undefined) style.isStruck = rule.isStruck
    if (rule.before !== undefined) style.before = rule.before
  }
  return style
}

function matches(node: PageNode, { path }: Rule): boolean {
  let at: PageNode | null = node
  let i = path.length - 1
  const last = path[i]
  if (!last || !fits(node, last)) return false
  for (let climbed = 0; i > 0; climbed++) {
    at = at.parent
    const wanted = path[i - 1]
    if (!at || !wanted || climbed > BOUND.selectorClimb) return false
    if (fits(at, wanted)) i--
  }
  return true
}

const fits = (node: PageNode, { tag, id, classes }: Compound): boolean =>
  (tag === null || tag === node.tag) &&
  (id === null || id === node.attrs.get('id')) &&
  classes.every((name) => node.classes.includes(name))

function* rulesOf(css: string): Generator<Rule> {
  const text = css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ' ')
  let at = 0
  let order = 0
  while (at < text.length) {
    const open = text.indexOf('{', at)
    if (open < 0) return
    const close = text.indexOf('}', open)
    const head = text
      .slice(at, open)
      .replace(/^[\s}]+/, '')
      .trim()
    if (head.startsWith('@')) {
      // Rules for wide screens count like all others. Rules for small screens are skipped.
      const isWide = /^@(media[^{]*min-width|layer|supports)/.test(head) && !/max-width/.test(head)
      at = isWide ? open + 1 : endOfBlock(text, open)
      continue
    }
    if (close < 0) return
    const declarations = declarationsOf(text.slice(open + 1, close))
    if (declarations && head.length < BOUND.selectorLength) {
      for (const selector of head.split(',')) {
        const rule = ruleOf(selector.trim(), declarations, order++)
        if (rule) yield rule
      }
    }
    at = close + 1
  }
}

function endOfBlock(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return i + 1
  }
  return text.length
}

function declarationsOf(body: string): (Partial<NodeStyle> & { content?: string }) | null {
  const display = /(?:^|[;\s])display\s*:\s*([a-z-]+)/.exec(body)?.[1]
  const content = /(?:^|[;\s])content\s*:\s*["']([^"']*)["']/.exec(body)?.[1]
  const declarations: Partial<NodeStyle> & { content?: string } = {}
  if (display) declarations.display = display
  if (content) declarations.content = content
  if (/(?:^|[;\s])visibility\s*:\s*hidden/.test(body)) declarations.isInvisible = true
  if (/text-decoration(?:-line)?\s*:[^;]*line-through/.test(body)) declarations.isStruck = true
  else if (/text-decoration(?:-line)?\s*:\s*none/.test(body)) declarations.isStruck = false
  return Object.keys(declarations).length > 0 ? declarations : null
}

function ruleOf(
  selector: string,
  declarations: Partial<NodeStyle> & { content?: string },
  order: number,
): Rule | null {
  const isBefore = /::?before$/.test(selector)
  const plain = selector.replace(/::?before$/, '').replace(/\s*>\s*/g, ' ')
  if (!/^[\w\s.#*-]+$/.test(plain)) return null
  const path = plain.split(/\s+/).map(compoundOf)
  const weight =
    path.reduce(
      (sum, { tag, id, classes }) => sum + (tag ? 1 : 0) + (id ? 100 : 0) + classes.length * 10,
      0,
    ) *
      10_000 +
    order
  const { content, ...style } = declarations
  if (!isBefore) return Object.keys(style).length > 0 ? { ...style, path, weight } : null
  const before = content === undefined ? undefined : markOf(content)
  return before === undefined ? null : { before, path, weight }
}

function compoundOf(part: string): Compound {
  const tag = /^[\w-]+/.exec(part)?.[0]?.toLowerCase() ?? null
  const id = /#([\w-]+)/.exec(part)?.[1] ?? null
  const classes = [...part.matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? '')
  return { tag, id, classes }
}

/** Style sheets write characters as they are, or as their code points. */
const DRAWN_TICK = new RegExp(String.raw`[${TICKS}]|\\0*(2713|2714|2705|f00c)\b`, 'iu')
const DRAWN_CROSS = new RegExp(
  String.raw`^[×${DASHES}]$|[${CROSSES}]|\\0*(2717|2718|2715|2716|274c|d7|f00d|2014|2013)\b`,
  'iu',
)

function markOf(content: string): 'yes' | 'no' | null {
  if (DRAWN_TICK.test(content)) return 'yes'
  if (DRAWN_CROSS.test(content.trim())) return 'no'
  return null
}
