import type { Language } from '../languages/Words.ts'
import { type Node, walkSource } from './walkSource.ts'

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

/** Nodes whose names are also strings at run time: properties, class fields and enum members. */
const NAMED = /^(Property|PropertyDefinition|MethodDefinition|TSEnumMember)$/

/** Finds literals and property names with a foreign word or a letter outside of ASCII. */
export function findForeignLiterals(
  path: string,
  text: string,
  foreign: ReadonlySet<string>,
): string[] {
  const found: string[] = []
  const check = (written: string): void => {
    const isForeign = /(?=[^\0-\x7f])\p{L}/u.test(written)
    if (isForeign || wordsIn(written).some((word) => foreign.has(word))) found.push(written)
  }
  walkSource(path, text, (node) => {
    if (node.type === 'Literal' && typeof node.raw === 'string') check(node.raw)
    if (node.type === 'TemplateElement') check((node.value as { raw: string }).raw)
    if (NAMED.test(node.type)) {
      const key = (node.key ?? node.id) as Node
      if (key.type === 'Identifier' && node.computed !== true) check(key.name as string)
    }
  })
  return found
}

const CHARACTER_CLASS = /\[[^\]]*\]/g
/** Shorter words are units, endings and "per", which many patterns need. */
const MIN_LETTERS_IN_PATTERN = 4

/**
 * Finds words in the regular expressions of a source file. Words in capitals are codes: "USDT",
 * "POST". A template counts if it is tagged `String.raw` or is an argument of `new RegExp` or
 * `new WordSearch`. A string counts if it has alternatives.
 */
export function findPatternWords(path: string, text: string): string[] {
  const found: string[] = []
  const check = (written: string): void => {
    const words = written
      .replace(SYNTAX, ' ')
      .replace(CHARACTER_CLASS, ' ')
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= MIN_LETTERS_IN_PATTERN && word !== word.toUpperCase())
    found.push(...words)
  }
  const isPattern = ({ type, tag, callee }: Node): boolean =>
    (type === 'TaggedTemplateExpression' && (tag as Node).type === 'MemberExpression') ||
    (type === 'NewExpression' && /^(RegExp|WordSearch)$/.test(String((callee as Node).name)))
  walkSource(path, text, (node, around) => {
    if (node.type === 'Literal' && 'regex' in node)
      check((node.regex as { pattern: string }).pattern)
    else if (node.type === 'Literal' && /\w\|\w/.test(String(node.value))) check(String(node.value))
    if (node.type === 'TemplateElement' && around.some(isPattern))
      check((node.value as { raw: string }).raw)
  })
  return found
}
