import { isSql, isTest, MODULES, moduleOf } from './paths.ts'
import type { SourceFile } from './readImports.ts'
import { childrenOf, isNamed, type Node, propertyOf, statementsOf } from './syntax.ts'

/** Files besides `*.sql.ts` that contain SQL. */
const EXCEPTIONS = [
  // Its statement joins the rows of two other modules. A `*.sql.ts` may not import their reads.
  'entitlements/check/readBalances.ts',
].map((path) => MODULES + path)

/** Files with invariants may contain SQL, because every invariant is a query. */
const isInvariants = (path: string): boolean => path.endsWith('/invariants.ts')

const BUILDERS = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']
const STATEMENT =
  /^\s*(SELECT\s|INSERT INTO\s|UPDATE\s+\w+\s+SET\s|DELETE FROM\s|WITH\s+\w+\s+AS\s)/

/** The text of a string or of the beginning of a template. */
function textOf({ type, value, quasis }: Node): string {
  if (type === 'Literal') return typeof value === 'string' ? value : ''
  const [first] = type === 'TemplateLiteral' ? (quasis as { value: { raw: string } }[]) : []
  return first?.value.raw ?? ''
}

const isQuery = (node: Node): boolean =>
  (node.type === 'TaggedTemplateExpression' && isNamed(node.tag, 'sql')) ||
  (node.type === 'MemberExpression' && BUILDERS.includes(propertyOf(node) ?? '')) ||
  STATEMENT.test(textOf(node))

const containsQuery = (node: Node): boolean =>
  isQuery(node) || childrenOf(node).some(([, child]) => containsQuery(child))

/** Finds files of modules that contain SQL but are not named `*.sql.ts`. */
export const findStraySql = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => moduleOf(path) !== undefined && !isTest(path) && !isSql(path))
    .filter(({ path }) => !isInvariants(path) && !EXCEPTIONS.includes(path))
    .filter(({ path, text }) => statementsOf(path, text).some(containsQuery))
    .map(({ path }) => path)
