import { parseSync } from 'oxc-parser'
import { isCore, isTest } from './paths.ts'
import type { SourceFile } from './readImports.ts'

/** The part of node:crypto whose result depends only on its arguments. */
const HASHING = ['createHash', 'createHmac', 'hash', 'timingSafeEqual']

/** Globals that do I/O, or whose value depends on the time, on chance or on the process. */
const IMPURE_GLOBALS = [
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'globalThis',
  'performance',
  'process',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'WebSocket',
]

type Node = { readonly type: string } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isNamed = (value: unknown, name: string): boolean =>
  isNode(value) && value.type === 'Identifier' && value.name === name

/** A name after a dot or before a colon refers to no variable. */
const isPropertyName = (key: string, { type, computed }: Node): boolean =>
  computed !== true && (key === 'key' || (key === 'property' && type === 'MemberExpression'))

function impurityOf(node: Node): string | null {
  const { type, object, property, callee } = node
  if (type === 'MemberExpression' && isNamed(object, 'Math') && isNamed(property, 'random')) {
    return 'Math.random'
  }
  if (type === 'MemberExpression' && isNamed(object, 'Date') && isNamed(property, 'now')) {
    return 'Date.now'
  }
  const hasArguments = Array.isArray(node.arguments) && node.arguments.length > 0
  if (type === 'NewExpression' && isNamed(callee, 'Date') && !hasArguments) return 'new Date()'
  if (type === 'CallExpression' && isNamed(callee, 'Date')) return 'Date()'
  return type === 'Identifier' && IMPURE_GLOBALS.includes(String(node.name))
    ? String(node.name)
    : null
}

function findInTree(node: Node): string[] {
  const found = impurityOf(node)
  const inside = Object.entries(node).flatMap(([key, value]) =>
    isPropertyName(key, node)
      ? []
      : (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(findInTree),
  )
  return found ? [found, ...inside] : inside
}

/** Finds core files that use something impure: a global, or more of node:crypto than hashing. */
export const findImpureCode = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => isCore(path) && !isTest(path))
    .flatMap(({ path, text }) => {
      const { program, module } = parseSync(path, text)
      const cryptography = module.staticImports
        .filter(({ moduleRequest }) => moduleRequest.value === 'node:crypto')
        .flatMap(({ entries }) => entries.map(({ importName }) => importName.name ?? '*'))
        .filter((name) => !HASHING.includes(name))
      const body = program.body as unknown as readonly Node[]
      return [...cryptography, ...body.flatMap(findInTree)].map((name) => `${path}: ${name}`)
    })
