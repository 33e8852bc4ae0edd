/** An element or a text node. */
export interface PageNode {
  /** The tag name in lower case, or `#text`. */
  tag: string
  /** The text of a text node; empty for an element. */
  text: string
  attrs: ReadonlyMap<string, string>
  classes: readonly string[]
  children: PageNode[]
  parent: PageNode | null
  /** The position in the page, and the position of the last descendant. */
  order: number
  end: number
  /** True if the node or an ancestor is hidden. */
  isHidden: boolean
  /** True if the node or an ancestor is struck through. */
  isStruck: boolean
  /** The CSS display value, if a style or a class sets one. */
  display: string | null
  /** The number of siblings with the same tag and names, this node included. */
  alike: number
  /** The tick or the cross that the element shows. */
  mark: 'yes' | 'no' | null
}

export const isWithin = (node: PageNode, around: PageNode): boolean =>
  node.order >= around.order && node.order <= around.end

/** The node and its descendants, in page order. */
export function* walk(node: PageNode): Generator<PageNode> {
  const waiting = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    for (let i = next.children.length - 1; i >= 0; i--) {
      const child = next.children[i]
      if (child) waiting.push(child)
    }
  }
}

/** The classes, the id and the role of an element, which describe it in its author's words. */
export const namesOf = (node: PageNode): string =>
  `${node.classes.join(' ')} ${node.attrs.get('id') ?? ''} ${node.attrs.get('role') ?? ''}`
    .toLowerCase()
    .trim()
