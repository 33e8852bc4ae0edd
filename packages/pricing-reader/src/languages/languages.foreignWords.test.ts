import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findComparedWords, findTypeValues } from '../testing/findComparedWords.ts'
import { findForeignLiterals, findPatternWords, foreignWords } from '../testing/findForeignWords.ts'
import { languages } from './index.ts'

const SOURCES = resolve(import.meta.dirname, '..')
/** English words, HTML names and currency codes that look like words of another language. */
const ENGLISH_TOO = [
  ...['second', 'minute', 'starter', 'times', 'mon', 'ann', 'non', 'tip'],
  ...['collaborator', 'com', 'sec', 'sis'],
  ...['alt', 'tag', 'del', 'var', 'eur', 'sek', 'vnd'],
]
const FOREIGN = foreignWords(languages, ENGLISH_TOO)

/** All sources below a folder, without tests. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
const files = sourcesIn(SOURCES).filter((path) => !/^(languages|testing)\//.test(path))

/** The part of the server that works with the offer that the reader returns. */
const ONBOARDING = resolve(SOURCES, '../../server/src/modules/onboarding')
/** A table of letters that converts names in all languages to ASCII. */
const LETTERS = 'draft/slugFor.core.ts'

describe('the check for foreign words', () => {
  it.each(files)('finds none in %s', (path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8')
    expect(findForeignLiterals(path, text, FOREIGN)).toEqual([])
  })

  it.each(sourcesIn(ONBOARDING).filter((path) => path !== LETTERS && !path.startsWith('testing/')))(
    'finds none in onboarding/%s of the server',
    (path) => {
      const text = readFileSync(join(ONBOARDING, path), 'utf8')
      expect(findForeignLiterals(path, text, FOREIGN)).toEqual([])
    },
  )

  it.each([
    ['a regular expression', 'const x = /price|preis|prix/i', ['/price|preis|prix/i']],
    ['a word with an accent', "const x = 'für'", ["'für'"]],
    ['another script', 'const x = /月額/', ['/月額/']],
    ['a template', 'const x = `^(?:gratuit|free)$`', ['^(?:gratuit|free)$']],
    ['the key of a table', 'const x = { zwei: 2, two: 2 }', ['zwei']],
    ['joined literals', "const x = 'gra' + 'tuit'", ["'gratuit'"]],
    ['a class field', 'class X { gratuit = true }', ['gratuit']],
    ['an enum member', 'enum X { Gratuit, Free }', ['Gratuit']],
    ['a list', "const x = ['month', 'monat', 'mois']", ["'monat'", "'mois'"]],
    ['an English literal', "const x = /per month|unlimited|[✓✗]/; const y = '€'", []],
    ['a comment', '// "Kostenlos" is free.\nconst x = 1', []],
  ])('reads %s (%s) and finds %j', (_case, text, found) => {
    expect(findForeignLiterals('planted.ts', text, FOREIGN)).toEqual(found)
  })
})

/** Files about CSS and about names in page code, which are English on every page. */
const ABOUT_CODE = ['page/markupNames.ts', 'page/html/readStyles.ts', 'page/html/visibility.ts']

describe('the check for words in patterns', () => {
  it.each(files.filter((path) => !ABOUT_CODE.includes(path)))('finds none in %s', (path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8')
    expect(findPatternWords(path, text)).toEqual([])
  })

  it.each([
    ['a regular expression', String.raw`const x = /^(monthly|yr)\b/i`, ['monthly']],
    ['a composed expression', `new RegExp(\`^(?:save|\${words})\`, 'i')`, ['save']],
    ['a raw template', 'String.raw`\\b(?:only|just)\\s\\p{Script=Han}`', ['only', 'just']],
    ['a list of alternatives', "const x = 'storage|traffic'", ['storage', 'traffic']],
    ['a code', 'const x = /USDT|per|[kmgt]b/', []],
    ['a message', `const x = \`The price of \${name} is missing.\``, []],
  ])('reads %s (%s) and finds %j', (_case, text, found) => {
    expect(findPatternWords('planted.ts', text)).toEqual(found)
  })
})

/** Tags, attributes, roles, display values and data types in the code of pages. */
const MARKUP = [
  ...['#text', 'audio', 'base', 'blockquote', 'body', 'button', 'canvas', 'datalist', 'dialog'],
  ...['footer', 'form', 'head', 'header', 'html', 'iframe', 'label', 'line', 'link', 'noscript'],
  ...['object', 'option', 'rect', 'select', 'span', 'style', 'summary', 'table', 'template'],
  ...['title', 'video', 'mat-icon', 'class', 'aria-label', 'x-show', 'v-show', 'ng-show', 'data-'],
  ...['data-billing', 'data-cycle', 'data-icon', 'data-interval', 'data-lucide', 'data-period'],
  ...['data-plan-type', 'heading', 'listitem', 'contents', 'flex', 'grid', 'inline', 'inline-flex'],
  ...['inline-grid', 'none', 'application/ld+json', 'Offer'],
]
/** The reader ends units with this mark if their price is in credits. */
const OWN_MARK = '(credits)'
const TYPE_VALUES = sourcesIn(SOURCES).flatMap((path) =>
  findTypeValues(path, readFileSync(join(SOURCES, path), 'utf8')),
)
const ALLOWED = new Set([...MARKUP, OWN_MARK, ...TYPE_VALUES])

describe('the check for strings that are compared with page text', () => {
  it.each(files.filter((path) => !ABOUT_CODE.includes(path)))('finds none in %s', (path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8')
    expect(findComparedWords(path, text, ALLOWED)).toEqual([])
  })

  it.each([
    ['a set', "new Set(['voordelig', 'aanbieding'])", ['voordelig', 'aanbieding']],
    ['a list', "['most popular', 'month'].includes(text)", ['most popular']],
    ['joined literals', "x === 'voor' + 'delig'", ['voordelig']],
    ['a template', 'x === `voordelig`', ['voordelig']],
    ['a class field', "class X { word = 'voordelig' }", ['voordelig']],
    ['an enum', "enum X { A = 'voordelig' }", ['voordelig']],
    ['a switch', "switch (x) { case 'aanbieding': break }", ['aanbieding']],
    ['a method', "x.startsWith('billed') || x.includes('save up')", ['billed', 'save up']],
    ['an allowed word beside text', "text === 'month' || low.includes('free')", ['month', 'free']],
    ['a switch on text', "switch (line.text.trim()) { case 'month': break }", ['month']],
    ['a value of a type', "x === 'month' || new Set(['month']).has(x)", []],
    ['the name of a tag', "node.tag === 'table'", []],
    ['the type of a value', "typeof x === 'string'", []],
    ['a message', "const missed = ['The page has no prices.']", []],
  ])('reads %s (%s) and finds %j', (_case, text, found) => {
    expect(findComparedWords('planted.ts', text, ALLOWED)).toEqual(found)
  })
})
