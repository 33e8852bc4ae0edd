import { parseSync } from 'oxc-parser'

/** A node of a syntax tree. */
export type Node = { readonly type: string } & Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const isNamed = (value: unknown, name: string): boolean =>
  isNode(value) && value.type === 'Identifier' && value.name === name

/** Lists the nodes directly below a node, each with the property that contains it. */
export const childrenOf = (node: Node): [key: string, child: Node][] =>
  Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter(isNode)
      .map((child): [string, Node] => [key, child]),
  )

export const statementsOf = (path: string, text: string): readonly Node[] =>
  parseSync(path, text).program.body as unknown as readonly Node[]

/** Returns the property that a member expression reads, or null if the code computes its name. */
export function propertyOf({ property, computed }: Node): string | null {
  if (!isNode(property)) return null
  if (computed !== true) return String(property.name)
  return typeof property.value === 'string' ? property.value : null
}
