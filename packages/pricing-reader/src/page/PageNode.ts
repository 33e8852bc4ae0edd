/** An element or a text of the page. */
export interface PageNode {
  /** The tag's name in lower case; `#text` for a text. */
  tag: string
  /** A text's own words; empty for an element. */
  text: string
  attrs: ReadonlyMap<string, string>
  classes: readonly string[]
  children: PageNode[]
  parent: PageNode | null
  /** Its place in the page's order, and the place of the last node within it. */
  order: number
  end: number
  /** It is not shown, or something around it is not. */
  isHidden: boolean
  /** It is struck through, or something around it is. */
  isStruck: boolean
  /** How it is laid out, where a style or a class says so. */
  display: string | null
  /** How many children of its parent are made as it is: the same tag and names; itself counts. */
  alike: number
  /** The tick or the cross that it shows. */
  mark: 'yes' | 'no' | null
}

export const isWithin = (node: PageNode, around: PageNode): boolean =>
  node.order >= around.order && node.order <= around.end

/** The elements in a node, itself first, in the page's order. */
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

/** Its id, classes and role as words: what the page's author called it. */
export const namesOf = (node: PageNode): string =>
  `${node.classes.join(' ')} ${node.attrs.get('id') ?? ''} ${node.attrs.get('role') ?? ''}`
    .toLowerCase()
    .trim()
