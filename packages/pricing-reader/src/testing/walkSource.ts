import { parseSync } from 'oxc-parser'

/** A node of a syntax tree. */
export interface Node {
  type: string
  [field: string]: unknown
}

/** Returns the text of a literal, of a template without expressions, or of these joined by `+`. */
export function stringOf({ type, value, operator, left, right, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type === 'TemplateLiteral') {
    const [only, ...more] = quasis as { value: { cooked: string } }[]
    return more.length === 0 ? only?.value.cooked : undefined
  }
  if (type !== 'BinaryExpression' || operator !== '+') return undefined
  const parts = [left, right].map((part) => stringOf(part as Node))
  return parts.includes(undefined) ? undefined : parts.join('')
}

/** Replaces `'gra' + 'tuit'` with one literal. */
function joinLiterals(node: Node): Node {
  const value = node.type === 'BinaryExpression' ? stringOf(node) : undefined
  return value === undefined ? node : { type: 'Literal', value, raw: `'${value}'` }
}

/** Calls `enter` with each node of a source file, except imports, and with the nodes around it. */
export function walkSource(
  path: string,
  text: string,
  enter: (node: Node, around: readonly Node[]) => void,
): void {
  const visit = (value: unknown, around: readonly Node[]): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, around)
    else if (typeof value === 'object' && value !== null && 'type' in value) {
      const node = joinLiterals(value as Node)
      if (/^(Import|ExportAll)/.test(node.type)) return
      enter(node, around)
      for (const [name, field] of Object.entries(node))
        if (name !== 'parent') visit(field, [...around, node])
    }
  }
  visit(parseSync(path, text).program, [])
}
