import { type Node, stringOf, walkSource } from './walkSource.ts'

/** Shorter words are tags, units and currency codes. */
const WORD = /\p{L}{4}/u
/** Messages to the user are not compared with anything. */
const MESSAGE = /^\p{Lu}.*\s.*\.$/u
const COMPARING_METHODS = /^(includes|startsWith|endsWith|indexOf|has)$/
/** Lists and fields of strings, which other code may compare with page text. */
const LISTS = /^(ArrayExpression|PropertyDefinition|TSEnumMember)$/

/** Names of variables and properties with text of a page, and functions that return such text. */
const TEXT_NAMES = /^(text|line|label|cell|word|words|heading|before|after|rest|low|plain)$/
const TEXT_FUNCTIONS = /^(toLowerCase|trim|slice|replace|lowerCased|plainLine)$/

const nameOf = ({ type, name, property }: Node): string =>
  String(type === 'MemberExpression' ? (property as Node).name : name)

const isPageText = (node: Node): boolean =>
  node.type === 'CallExpression'
    ? TEXT_FUNCTIONS.test(nameOf(node.callee as Node))
    : TEXT_NAMES.test(nameOf(node))

/** The expression that a literal is compared with, and null for a literal in a list. */
function comparedWith(around: readonly Node[]): Node | null | undefined {
  const [outer, parent] = [around.at(-2), around.at(-1)]
  if (parent === undefined) return undefined
  if (LISTS.test(parent.type)) return null
  if (parent.type === 'SwitchCase') return outer?.discriminant as Node
  if (parent.type === 'BinaryExpression' && /^[!=]==?$/.test(String(parent.operator)))
    return [parent.left as Node, parent.right as Node].find((side) => stringOf(side) === undefined)
  const callee = parent.type === 'CallExpression' ? (parent.callee as Node) : undefined
  const isComparing = callee?.type === 'MemberExpression' && COMPARING_METHODS.test(nameOf(callee))
  return isComparing ? (callee.object as Node) : undefined
}

/**
 * Finds strings with words that may be compared with the text of a page: strings in lists, and
 * strings beside `===`, `case`, `includes` and similar code. An allowed string is found only if the
 * name of the other side says that it contains text of the page.
 */
export function findComparedWords(
  path: string,
  text: string,
  allowed: ReadonlySet<string>,
): string[] {
  const found: string[] = []
  walkSource(path, text, (node, around) => {
    const value = stringOf(node)
    if (value === undefined || !WORD.test(value) || MESSAGE.test(value)) return
    const other = comparedWith(around)
    if (other === undefined || other?.operator === 'typeof') return
    if (!allowed.has(value) || (other !== null && isPageText(other))) found.push(value)
  })
  return found
}

/** Finds the values of the string types in a source file: "month" in `'month' | 'year'`. */
export function findTypeValues(path: string, text: string): string[] {
  const found: string[] = []
  walkSource(path, text, (node, around) => {
    const value = stringOf(node)
    if (value !== undefined && around.at(-1)?.type === 'TSLiteralType') found.push(value)
  })
  return found
}
