import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findForeignLiterals, foreignWords } from '../testing/findForeignWords.ts'
import { languages } from './index.ts'

const SOURCES = resolve(import.meta.dirname, '..')
/** English words, HTML names and currency codes that look like words of another language. */
const ENGLISH_TOO = [
  ...['second', 'minute', 'starter', 'times', 'mon', 'ann', 'non', 'tip'],
  ...['alt', 'tag', 'del', 'var', 'eur', 'sek', 'vnd'],
]
const FOREIGN = foreignWords(languages, ENGLISH_TOO)

const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
  .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)))
  .filter((path) => !/^(languages|testing)\//.test(path))

describe('a source file outside of languages/', () => {
  it.each(files)('%s has only English words', (path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8')
    expect(findForeignLiterals(path, text, FOREIGN)).toEqual([])
  })

  it.each([
    ['a regular expression', 'const x = /price|preis|prix/i', ['/price|preis|prix/i']],
    ['a word with an accent', "const x = 'für'", ["'für'"]],
    ['another script', 'const x = /月額/', ['/月額/']],
    ['a template', 'const x = `^(?:gratuit|free)$`', ['^(?:gratuit|free)$']],
    ['the key of a table', 'const x = { zwei: 2, two: 2 }', ['zwei']],
    ['a list', "const x = ['month', 'monat', 'mois']", ["'monat'", "'mois'"]],
    ['an English literal', "const x = /per month|unlimited|[✓✗]/; const y = '€'", []],
    ['a comment', '// "Kostenlos" is free.\nconst x = 1', []],
  ])('would be rejected with %s', (_case, text, found) => {
    expect(findForeignLiterals('planted.ts', text, FOREIGN)).toEqual(found)
  })
})
