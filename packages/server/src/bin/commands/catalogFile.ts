import type { CatalogDocument } from '@purser/contract'
import {
  Document,
  isMap,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml'
import { isExactNumber } from '../../platform/http/parseJson.ts'

const HEADER = ` The catalog of one environment: what is sold, metered and granted, and for how much.
 Written by "purser catalog pull"; "purser catalog diff" shows what a push would change, and
 "purser catalog push" makes the environment equal to this file, whole or not at all.
 Objects are keyed by slug (coupons by code) and refer to each other by slug. What is taken out
 of a section is archived; a section that is taken out whole is left alone. Amounts are in minor
 units; fractions of them are quoted decimals.`

/** Reports why a file is not a catalog, with one message and line number per mistake. */
export class CatalogFileError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'CatalogFileError'
    this.problems = problems
  }
}

/**
 * Formats a catalog as YAML for people to read and edit. The same document always gives the same
 * bytes.
 */
export function formatCatalogFile(document: CatalogDocument): string {
  // Also quotes text that only older YAML parsers would mistake for another type.
  const yaml = new Document(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  yaml.commentBefore = HEADER
  for (const section of sectionsOf(yaml).slice(1)) section.spaceBefore = true
  return yaml.toString({ lineWidth: 0, blockQuote: 'literal' })
}

function sectionsOf({ contents }: Document): Scalar[] {
  return isMap(contents) ? contents.items.map(({ key }) => key).filter(isScalar) : []
}

/** Parses YAML or JSON. Throws if a value cannot be kept exactly. */
export function parseCatalogFile(text: string): unknown {
  const lineCounter = new LineCounter()
  const yaml = parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false })
  const problems: string[] = []
  const refuse = (offset: number, message: string) =>
    problems.push(`line ${lineCounter.linePos(offset).line}: ${message}`)
  for (const { pos, message } of [...yaml.errors, ...yaml.warnings]) refuse(pos[0], message)
  if (problems.length > 0) throw new CatalogFileError(problems)

  visit(yaml, {
    Map: (_, map) => nameKeys(map as YAMLMap<ParsedNode>, refuse),
    Scalar: (role, scalar) => {
      if (role !== 'key') refuseInexact(scalar, refuse)
    },
    Alias: (_, alias, path) => {
      const target = alias.resolve(yaml)
      const offset = alias.range?.[0] ?? 0
      if (!target) refuse(offset, `there is no anchor &${alias.source} before this`)
      else if (path.includes(target)) refuse(offset, `*${alias.source} would contain itself`)
    },
  })
  if (problems.length === 0 && !isMap(yaml.contents)) {
    refuse(0, 'the file must hold the sections of a catalog, such as products: and plans:')
  }
  if (problems.length > 0) throw new CatalogFileError(problems)
  try {
    return yaml.toJS()
  } catch (error) {
    // The aliases refer to other aliases and would expand without bound.
    throw new CatalogFileError([error instanceof Error ? error.message : String(error)])
  }
}

type Refuse = (offset: number, message: string) => void

/** Converts every key to the text that was written. Refuses duplicate keys. */
function nameKeys(map: YAMLMap<ParsedNode>, refuse: Refuse): void {
  const names = new Set<string>()
  for (const { key } of map.items) {
    const offset = key.range[0]
    if (!isScalar(key)) {
      refuse(offset, 'a key must be plain text')
      continue
    }
    // A coupon code such as 007 or 1e3 must not become the number seven or a thousand.
    if (typeof key.value !== 'string') key.value = key.source ?? ''
    const name = String(key.value)
    if (names.has(name)) refuse(offset, `the key "${name}" is given twice`)
    names.add(name)
  }
}

function refuseInexact({ value, source = '', range }: Scalar, refuse: Refuse): void {
  if (typeof value !== 'number' || isExactNumber(source)) return
  refuse(
    range?.[0] ?? 0,
    `the number ${source.slice(0, 40)} cannot be represented exactly; write a plain decimal with fewer digits, or quote it`,
  )
}
