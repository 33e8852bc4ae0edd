import { parseSync } from 'oxc-parser'
import type { Language } from '../languages/Words.ts'

/** Shorter words belong to several languages: "per", "pro", "an". */
const MIN_LETTERS = 3
/** Escapes and names of character classes and groups, which are not words. */
const SYNTAX = /\\[pP]\{[^}]*\}|\\u\{?[\da-fA-F]+\}?|\\[a-zA-Z]|\(\?<[a-zA-Z]+>/g

const wordsIn = (source: string): string[] =>
  source
    .replace(SYNTAX, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length >= MIN_LETTERS)

/** Keys of `Words` whose values have words as keys, and keys whose values are codes. */
const WORDS_AS_KEYS = ['numbers', 'zeros', 'currencies', 'signs']
const CODES = ['byRegion', 'currencies', 'signs']

/** Yields all words of a language. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const each of value) yield* textsOf(each)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (WORDS_AS_KEYS.includes(key) && !Array.isArray(each)) yield* Object.keys(each)
      if (!CODES.includes(key)) yield* textsOf(each)
    }
  }
}

/** The words, in lower case, that occur only in languages other than English. */
export function foreignWords(
  languages: readonly Language[],
  shared: readonly string[],
): Set<string> {
  const wordsOf = ({ script: _, rank: __, ...words }: Language) =>
    [...textsOf(words)].flatMap(wordsIn)
  const isEnglish = ({ rank }: Language) => rank === 1
  const english = new Set([...languages.filter(isEnglish).flatMap(wordsOf), ...shared])
  const others = languages.filter((language) => !isEnglish(language)).flatMap(wordsOf)
  return new Set(others.filter((word) => !english.has(word)))
}

interface Node {
  type: string
  [field: string]: unknown
}

/** Finds literals and property names with a foreign word or a letter outside of ASCII. */
export function findForeignLiterals(
  path: string,
  text: string,
  foreign: ReadonlySet<string>,
): string[] {
  const { program } = parseSync(path, text)
  const found: string[] = []
  const check = (written: string): void => {
    const isForeign = /(?=[^\0-\x7f])\p{L}/u.test(written)
    if (isForeign || wordsIn(written).some((word) => foreign.has(word))) found.push(written)
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null && 'type' in value)
      visitNode(value as Node)
  }
  const visitNode = (node: Node): void => {
    if (/^(Import|ExportAll)/.test(node.type)) return
    if (node.type === 'Literal' && typeof node.raw === 'string') check(node.raw)
    if (node.type === 'TemplateElement') check((node.value as { raw: string }).raw)
    if (node.type === 'Property') {
      const key = node.key as Node
      if (key.type === 'Identifier' && node.computed !== true) check(key.name as string)
    }
    for (const [name, value] of Object.entries(node)) if (name !== 'parent') visit(value)
  }
  visit(program as unknown as Node)
  return found
}
