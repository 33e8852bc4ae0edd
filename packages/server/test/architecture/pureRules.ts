import { parseSync } from 'oxc-parser'
import { isCore, isKernel, isTest, KERNEL } from './paths.ts'
import type { SourceFile } from './readImports.ts'
import { childrenOf, isNamed, isNode, type Node, propertyOf, statementsOf } from './syntax.ts'

/** The functions of a package whose results depend only on their arguments. */
const PURE_PARTS: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'createHmac', 'hash', 'timingSafeEqual'],
  'temporal-polyfill': ['Temporal'],
}

/**
 * Globals that do I/O, that depend on the time, on chance or on the process, or that give access to
 * other globals.
 */
const IMPURE_GLOBALS = [
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'eval',
  'EventSource',
  'fetch',
  'Function',
  'global',
  'globalThis',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'Reflect',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'WebSocket',
  'XMLHttpRequest',
]

/**
 * Globals of which only some properties are pure. Any other use is refused, except `instanceof` and
 * `new Date` with an argument.
 */
const IS_PURE_PROPERTY: Readonly<Record<string, (property: string) => boolean>> = {
  Date: (property) => property === 'UTC' || property === 'parse',
  // The other parts use the time zone or the locale of the process by default.
  Intl: (property) => property === 'DisplayNames' || property === 'Segmenter',
  Math: (property) => property !== 'random',
  Temporal: (property) => property !== 'Now',
}

/**
 * Impure code that a kernel file may contain. New ids contain the time and random bytes. Core may
 * create them, because no decision depends on an id. Core receives the time and secrets as
 * arguments.
 */
const ALLOWED_IN_KERNEL: Readonly<Record<string, readonly string[]>> = {
  [`${KERNEL}clock.ts`]: ['new Date()'],
  [`${KERNEL}ids.ts`]: ['randomFillSync'],
  [`${KERNEL}seal.ts`]: ['createCipheriv', 'createDecipheriv', 'randomBytes'],
}

/** A name after a dot or before a colon is not a variable. */
const isPropertyName = (key: string, { type, computed }: Node): boolean =>
  computed !== true && (key === 'key' || (key === 'property' && type === 'MemberExpression'))

const isTypeOnly = ({ type, importKind, exportKind }: Node): boolean =>
  /^TS(TypeAnnotation|TypeReference|TypeQuery|InterfaceDeclaration|TypeAliasDeclaration)$/.test(
    type,
  ) ||
  importKind === 'type' ||
  exportKind === 'type'

const guardOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' && Object.hasOwn(IS_PURE_PROPERTY, String(node.name))
    ? String(node.name)
    : null

const findBelow = (node: Node, except?: unknown): string[] =>
  childrenOf(node)
    .filter(([key, child]) => child !== except && !isPropertyName(key, node))
    .flatMap(([, child]) => findInTree(child))

function findInTree(node: Node): string[] {
  const { type, object, callee, right } = node
  if (isTypeOnly(node) || type === 'ImportDeclaration') return []
  if (type === 'MetaProperty') return ['import.meta']
  if (type === 'ImportExpression') return ['import()']
  if (type === 'NewExpression' && isNamed(callee, 'Date')) {
    const [first] = node.arguments as Node[]
    const isNow = first === undefined || first.type === 'SpreadElement'
    return [...(isNow ? ['new Date()'] : []), ...findBelow(node, callee)]
  }
  if (type === 'CallExpression' && isNamed(callee, 'Date')) return ['Date()']
  if (type === 'BinaryExpression' && node.operator === 'instanceof' && guardOf(right)) {
    return findBelow(node, right)
  }
  const guarded = type === 'MemberExpression' ? guardOf(object) : null
  if (guarded) {
    const property = propertyOf(node)
    if (property === null) return [guarded, ...findBelow(node, object)]
    return IS_PURE_PROPERTY[guarded]?.(property) ? [] : [`${guarded}.${property}`]
  }
  const name = type === 'Identifier' ? String(node.name) : ''
  return IMPURE_GLOBALS.includes(name) || guardOf(node) ? [name] : findBelow(node)
}

/** Finds names that a file imports or exports again, and that may be impure. */
function findImpureParts(path: string, text: string): string[] {
  const { staticImports, staticExports } = parseSync(path, text).module
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName, localName, isType }) => ({
      from: moduleRequest.value,
      name: importName.name ?? '*',
      isType,
      isRenamed: importName.name !== localName.value,
    })),
  )
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) =>
      moduleRequest
        ? [{ from: moduleRequest.value, name: importName.name ?? '*', isType, isRenamed: false }]
        : [],
    ),
  )
  return [
    ...[...imported, ...passedOn].filter(({ from, name, isType, isRenamed }) => {
      const pure = PURE_PARTS[from]
      // Under another name, `Temporal` would not be recognized.
      return pure && !isType && (!pure.includes(name) || (name === 'Temporal' && isRenamed))
    }),
    ...passedOn.filter(({ from, isType }) => /\/(clock|seal)\.ts$/.test(from) && !isType),
  ].map(({ name }) => name)
}

/** Finds impure code in core files and in the kernel. */
export const findImpureCode = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => (isCore(path) || isKernel(path)) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...findImpureParts(path, text), ...statementsOf(path, text).flatMap(findInTree)]
        .filter((name) => !ALLOWED_IN_KERNEL[path]?.includes(name))
        .map((name) => `${path}: ${name}`),
    )
