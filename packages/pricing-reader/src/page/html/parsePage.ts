import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { BOUND } from '../../thresholds.ts'
import { namesOf, type PageNode } from '../PageNode.ts'
import { readMark } from './readMark.ts'
import { readStyles } from './readStyles.ts'
import { displayOf, isMarkedHidden, isStruckOf, showLoadedContent } from './visibility.ts'

/** A parsed page: the visible tree, and the parts that only programs read. */
export interface ParsedPage {
  body: PageNode
  lang: string
  title: string
  /** Keyed by name or property, in lower case. */
  metas: ReadonlyMap<string, string>
  scripts: { type: string; id: string; text: string }[]
}

const NEVER_SHOWN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'iframe',
  'object',
  'datalist',
  'title',
  'meta',
  'link',
  'base',
  'canvas',
  'audio',
  'video',
  'map',
])
const NO_ATTRS: ReadonlyMap<string, string> = new Map()

class Unreadable extends Error {}

/** Parses a page. Returns null if the page is too large or too deeply nested. */
export function parsePage(html: string): ParsedPage | null {
  if (hasTooManyAttributes(html)) return null
  try {
    return modelOf(parseBounded(html))
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function parseBounded(html: string): DefaultTreeAdapterTypes.Document {
  let depth = 0
  let count = 0
  return parse(html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(tagName, namespaceURI, attrs) {
        if (++count > BOUND.nodes) throw new Unreadable()
        return defaultTreeAdapter.createElement(tagName, namespaceURI, attrs)
      },
      onItemPush() {
        if (++depth > BOUND.depth) throw new Unreadable()
      },
      onItemPop() {
        depth--
      },
    },
  })
}

/** Returns true if an element has so many attributes that comparing them would take minutes. */
function hasTooManyAttributes(html: string): boolean {
  let at = html.indexOf('<')
  while (at >= 0 && at + 1 < html.length) {
    if (!/[a-zA-Z]/.test(html[at + 1] ?? '')) {
      at = html.indexOf('<', at + 1)
      continue
    }
    let quote = ''
    let words = 0
    let wasSpace = false
    let i = at + 1
    for (; i < html.length; i++) {
      const char = html[i] ?? ''
      if (quote) {
        if (char === quote) quote = ''
        continue
      }
      if (char === '>') break
      const isSpace = char <= ' ' || char === '/'
      if (wasSpace && !isSpace && ++words > BOUND.attributes) return true
      if ((char === '"' || char === "'") && html[i - 1] === '=') quote = char
      wasSpace = isSpace
    }
    at = html.indexOf('<', quote ? at + 1 : i)
    if (quote) return false
  }
  return false
}

function modelOf(document: DefaultTreeAdapterTypes.Document): ParsedPage {
  const metas = new Map<string, string>()
  const scripts: ParsedPage['scripts'] = []
  const sheets: string[] = []
  let lang = ''
  let title = ''
  let body: DefaultTreeAdapterTypes.Element | null = null
  const waiting: DefaultTreeAdapterTypes.Node[] = [document]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) {
      const attr = (name: string) => attrOf(node, name)
      if (node.tagName === 'html') lang = attr('lang')
      else if (node.tagName === 'body') body ??= node
      else if (node.tagName === 'title') title ||= textOf(node)
      else if (node.tagName === 'style') sheets.push(textOf(node))
      else if (node.tagName === 'meta') {
        const name = (attr('name') || attr('property')).toLowerCase()
        if (name && !metas.has(name)) metas.set(name, attr('content'))
      } else if (node.tagName === 'script') {
        scripts.push({ type: attr('type').toLowerCase(), id: attr('id'), text: textOf(node) })
      }
    }
    if ('childNodes' in node) {
      for (let i = node.childNodes.length - 1; i >= 0; i--) {
        const child = node.childNodes[i]
        if (child) waiting.push(child)
      }
    }
  }
  return {
    body: nodeOf(body, sheets),
    lang: lang.toLowerCase(),
    title: title.trim(),
    metas,
    scripts,
  }
}

const attrOf = (element: DefaultTreeAdapterTypes.Element, name: string): string =>
  element.attrs.find((attr) => attr.name === name)?.value ?? ''

const textOf = (element: DefaultTreeAdapterTypes.Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

const pairOf = ({ name, value }: { name: string; value: string }): [string, string] => [name, value]

/** An SVG may contain its title as an element. */
function titleOf(element: DefaultTreeAdapterTypes.Element): [string, string][] {
  if (element.tagName !== 'svg') return []
  const [first] = element.childNodes.filter((child) => child.nodeName === 'title')
  return first && 'childNodes' in first && 'tagName' in first ? [['title', textOf(first)]] : []
}

function newNode(tag: string, text: string, parent: PageNode | null, order: number): PageNode {
  const isHidden = parent?.isHidden ?? false
  const isStruck = parent?.isStruck ?? false
  return {
    tag,
    text,
    attrs: NO_ATTRS,
    classes: [],
    children: [],
    parent,
    order,
    end: order,
    isHidden,
    isStruck,
    display: null,
    alike: 1,
    mark: null,
  }
}

function nodeOf(body: DefaultTreeAdapterTypes.Element | null, sheets: readonly string[]): PageNode {
  const styleOf = readStyles(sheets)
  const hidden = new Set<PageNode>()
  let order = 0
  const root = newNode('body', '', null, order++)
  if (!body) return root
  // The parser bounds the depth, so plain recursion is safe.
  const fill = (from: DefaultTreeAdapterTypes.Element, into: PageNode): void => {
    for (const child of from.childNodes) {
      if (child.nodeName === '#text' && 'value' in child) {
        into.children.push(newNode('#text', child.value, into, order++))
      } else if ('tagName' in child && !NEVER_SHOWN.has(child.tagName)) {
        const node = newNode(child.tagName, '', into, order++)
        node.attrs = new Map([...titleOf(child), ...child.attrs.map(pairOf)])
        node.classes = (node.attrs.get('class') ?? '').split(/\s+/).filter(Boolean)
        const style = styleOf(node)
        node.display = displayOf(node, style.display)
        if (node.display === 'none' || style.isInvisible || isMarkedHidden(node)) hidden.add(node)
        node.isHidden ||= hidden.has(node)
        node.isStruck = isStruckOf(node, style.isStruck)
        into.children.push(node)
        fill(child, node)
        node.mark = readMark(node) ?? (node.tag === 'li' || node.tag === 'td' ? style.before : null)
      }
    }
    into.end = order - 1
    countAlike(into.children)
  }
  fill(body, root)
  showLoadedContent(root, hidden)
  return root
}

function countAlike(children: readonly PageNode[]): void {
  const counts = new Map<string, number>()
  const signs = children.map((child) =>
    child.tag === '#text' ? '' : `${child.tag} ${namesOf(child)}`,
  )
  for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  children.forEach((child, index) => {
    const sign = signs[index]
    if (sign) child.alike = counts.get(sign) ?? 1
  })
}
