import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findCycles,
  findForbiddenImports,
  MODULE_ORDER,
  READER_STAGES,
} from './architecture/importRules.ts'
import {
  findCrowdedFolders,
  findLongFiles,
  findStrangeNames,
  findTestsWithoutSource,
  findVagueNames,
} from './architecture/layoutRules.ts'
import {
  findHiddenImports,
  findLoadedReaders,
  findPureTestsWithDatabase,
} from './architecture/loadRules.ts'
import { plantedImports } from './architecture/plantedImports.ts'
import { findImpureCode } from './architecture/pureRules.ts'
import { readSource, readSourceFiles } from './architecture/readImports.ts'
import { findStraySql } from './architecture/sqlRules.ts'

const root = resolve(import.meta.dirname, '../../..')
const FOLDERS = ['contract', 'pricing-reader', 'server', 'node', 'react', 'web'].map(
  (name) => `packages/${name}/src`,
)

const files = readSourceFiles(root, FOLDERS)
const model = readSourceFiles(root, ['packages/server/test/model'])
const tests = readSourceFiles(root, [
  'scripts',
  ...['server', 'node', 'react', 'web'].map((name) => `packages/${name}/test`),
])
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
const production = files.filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))

describe('the repository', () => {
  it('has no forbidden import', () => {
    expect(findForbiddenImports([...files, ...model])).toEqual([])
  })

  it('has a pure core and a pure kernel', () => {
    expect(findImpureCode(files)).toEqual([])
  })

  it('loads the pricing reader only on demand and in one place', () => {
    expect(findLoadedReaders(files)).toEqual([])
  })

  it('has no test of pure code that loads the test database', () => {
    expect(findPureTestsWithDatabase([...files, ...tests])).toEqual([])
  })

  it('has no import on the server that these rules cannot read', () => {
    expect(findHiddenImports(files)).toEqual([])
  })

  it('has SQL only in files for SQL', () => {
    expect(findStraySql(files)).toEqual([])
  })

  it('has an order that contains every stage of the pricing reader', () => {
    const folders = readdirSync(join(root, 'packages/pricing-reader/src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name)
    expect(READER_STAGES).toEqual(expect.arrayContaining(folders))
    expect(folders).toEqual(expect.arrayContaining(READER_STAGES))
  })

  it('has no import cycle', () => {
    expect(findCycles(files)).toEqual([])
  })

  it('gives the files of a module only names that a newcomer would guess', () => {
    expect(findStrangeNames(files)).toEqual([])
    const modules = readdirSync(join(root, 'packages/server/src/modules'))
    expect(MODULE_ORDER).toEqual(expect.arrayContaining(modules))
  })

  it('has no folder with more than 25 source files, including tests', () => {
    expect(findCrowdedFolders(tracked)).toEqual([])
  })

  it('has a source file for every test of pure code', () => {
    expect(findTestsWithoutSource(tracked)).toEqual([])
  })

  it('explains each module in a README', () => {
    for (const module of readdirSync(join(root, 'packages/server/src/modules'))) {
      const readme = join(root, 'packages/server/src/modules', module, 'README.md')
      expect(readFileSync(readme, 'utf8').length, readme).toBeGreaterThan(100)
    }
  })

  it('has no file over 400 lines and no file with a vague name', () => {
    const read = (path: string) => readFileSync(join(root, path), 'utf8')
    expect(findLongFiles(tracked, read)).toEqual([])
    expect(findVagueNames(tracked)).toEqual([])
  })

  it('reads the system clock in one place', () => {
    const onServer = production.filter(({ path }) => path.startsWith('packages/server/'))
    const readers = onServer.filter(({ text }) => /new Date\(\)|Date\.now\(/.test(text))
    expect(readers.map(({ path }) => path)).toEqual(['packages/server/src/kernel/clock.ts'])
    const inSql = production.filter(
      ({ path, text }) =>
        path.includes('/modules/') &&
        /\b(now|current_timestamp)\(\)/i.test(text.replace(/\.now\(\)/g, '')),
    )
    expect(inSql.map(({ path }) => path)).toEqual([])
  })

  it("chooses between a test clock's time and the real time in one place", () => {
    const onServer = files.filter(({ path }) => path.startsWith('packages/server/'))
    const choosers = onServer.filter(({ text }) => /\bfrozenTime\s*\?\?/.test(text))
    expect(choosers.map(({ path }) => path)).toEqual([
      'packages/server/src/modules/customers/testClocks/testClocks.core.ts',
    ])
  })

  it('computes the bucket in one place', () => {
    const hashers = production.filter(
      ({ path, text }) => /%\s*256\b|\b256\s*\)/.test(text) && !path.endsWith('kernel/bucket.ts'),
    )
    expect(hashers.map(({ path }) => path)).toEqual([])
  })
})

describe('the architecture test', () => {
  /** Lists the files of the repository with one file added or replaced. */
  const withFile = (path: string, text: string) => [
    ...files.filter((file) => file.path !== path),
    readSource(path, text),
  ]

  it.each(plantedImports)('finds %s', (_name, path, text, why) => {
    const violations = findForbiddenImports(withFile(`packages/server/${path}`, text))
    expect(violations.map((violation) => violation.why)).toContain(why)
  })

  it('accepts a core file that imports pure code and types of other modules', () => {
    const path = 'packages/server/src/modules/usage/track/planted.core.ts'
    const text =
      "import { debit } from '../../credits/core.ts'\nimport type { X } from '../../credits/index.ts'"
    expect(findForbiddenImports([readSource(path, text)])).toEqual([])
  })

  it.each([
    ['fetch', "await fetch('https://example.com')"],
    ['process', 'export const key = process.env.KEY'],
    ['setTimeout', 'setTimeout(() => {}, 1)'],
    ['setInterval', 'setInterval(() => {}, 1)'],
    ['Date.now', 'export const now = Date.now()'],
    ['new Date()', 'export const now = new Date()'],
    ['Math.random', 'export const dice = Math.random() * 6'],
    ['randomBytes', "import { randomBytes } from 'node:crypto'"],
    ['randomUUID', "import { createHash, randomUUID as id } from 'node:crypto'"],
    ['*', "import * as all from 'node:crypto'"],
    ['*', "import all from 'node:crypto'"],
    ['randomUUID', "export { randomUUID } from 'node:crypto'"],
    ['*', "export * from 'node:crypto'"],
    ['import()', "export const { randomUUID } = await import('node:crypto')"],
    ['Temporal.Now', 'export const now = Temporal.Now.instant()'],
    ['Temporal', "import { Temporal as Time } from 'temporal-polyfill'"],
    ['Date', 'const { now } = Date'],
    ['Date.now', "export const now = Date['now']()"],
    ['Date', 'export const now = (key: string) => Date[key]()'],
    ['Date()', 'export const now = Date()'],
    ['new Date()', 'export const now = new Date(...[])'],
    ['Date', 'class Now extends Date {}'],
    ['Math.random', "export const dice = Math['random']()"],
    ['Math', 'export const { random } = Math'],
    ['Reflect', 'export const now = Reflect.construct(Date, [])'],
    ['Intl.DateTimeFormat', 'export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone'],
    ['import.meta', 'export const key = import.meta.env.KEY'],
  ])('finds pure code that uses %s: %s', (name, text) => {
    const core = 'packages/server/src/modules/customers/testClocks/planted.core.ts'
    for (const path of [core, 'packages/server/src/kernel/planted.ts']) {
      expect(findImpureCode([readSource(path, text)])).toContain(`${path}: ${name}`)
    }
    expect(findImpureCode([readSource(core.replace('.core', ''), text)])).toEqual([])
  })

  it.each(['clock', 'seal', 'ids'])(
    'finds impure code that the kernel file %s must not contain',
    (name) => {
      const path = `packages/server/src/kernel/${name}.ts`
      const text = "await fetch('https://example.com')\nexport { systemClock } from './clock.ts'"
      expect(findImpureCode([readSource(path, text)])).toEqual([
        `${path}: systemClock`,
        `${path}: fetch`,
      ])
    },
  )

  it('accepts a core file that computes hashes and receives the time as an argument', () => {
    const path = 'packages/server/src/modules/customers/testClocks/planted.core.ts'
    const text =
      "import { createHash } from 'node:crypto'\nexport const at = (event: { process: number }) => new Date(event.process)\nexport const isDate = (value: unknown): value is Date => value instanceof Date && Math.abs(Date.UTC(2031)) > 0"
    expect(findImpureCode([readSource(path, text)])).toEqual([])
  })

  it('finds a contract that imports a package other than zod', () => {
    const violations = findForbiddenImports(
      withFile('packages/contract/src/planted.ts', "import 'fastify'"),
    )
    expect(violations.map(({ why }) => why)).toEqual(['contract imports only zod'])
  })

  it.each([
    ['price/planted.ts', "import '../lines/plainLine.ts'", 'earlier stages'],
    ['price/planted.ts', "import type { X } from '../tiers/readTier.ts'", 'earlier stages'],
    ['words/planted.ts', "export * from '../readPricingPage.ts'", 'earlier stages'],
    ['offer.ts', "import './words/composeWords.ts'", 'earlier stages'],
    ['price/planted.ts', "import 'node:fs'", 'only the contract and parse5'],
    ['tiers/planted.ts', "import '@purser/node'", 'only the contract and parse5'],
    [
      'tiers/planted.ts',
      "import '../../../server/src/kernel/ids.ts'",
      'only the contract and parse5',
    ],
  ])('finds a forbidden import in packages/pricing-reader/src/%s: %s', (path, text, why) => {
    const violations = findForbiddenImports(withFile(`packages/pricing-reader/src/${path}`, text))
    expect(violations.map((violation) => violation.why)).toEqual([expect.stringContaining(why)])
  })

  it.each([
    ['a static import', "import { readPricingPage } from '@purser/pricing-reader'"],
    [
      'a static import of types only by name',
      "import { type Offer } from '@purser/pricing-reader'",
    ],
    ['a dynamic import elsewhere', "await import('@purser/pricing-reader')"],
    ['a lookup by name', "createRequire(import.meta.url)('@purser/pricing-reader')"],
    ['a deep import', "await import('@purser/pricing-reader/src/readPricingPage.ts')"],
    ['a deep import of types', "import type { X } from '@purser/pricing-reader/src/offer.ts'"],
    ['a relative import', "await import('../../../../../pricing-reader/src/index.ts')"],
  ])('finds %s of the pricing reader', (_name, text) => {
    const path = 'packages/server/src/modules/onboarding/run/planted.ts'
    expect(findLoadedReaders(withFile(path, text))).toEqual([path])
    const types = withFile(path, "import type { Offer } from '@purser/pricing-reader'")
    expect(findLoadedReaders(types)).toEqual([])
  })

  it.each([
    ['packages/server/src', '../test/harness/database/testDatabase.ts'],
    ['packages/server/src', '../test/harness/app/testApp.ts'],
    ['packages/server/src', './modules/credits/testing/creditBench.ts'],
    ['packages/react/src', '../test/harness/startPortalBench.tsx'],
    ['packages/web/src', '../test/harness/startPages.ts'],
    ['scripts', '../packages/server/test/harness/app/testApp.ts'],
  ])('finds a test of pure code in %s that loads %s', (folder, loaded) => {
    const planted = readSource(`${folder}/planted.test.ts`, `await import('${loaded}')`)
    expect(findPureTestsWithDatabase([...files, ...tests, planted])).toEqual([planted.path])
    const named = readSource('packages/server/src/planted.db.test.ts', planted.text)
    expect(findPureTestsWithDatabase([...files, ...tests, named])).toEqual([])
  })

  it.each([
    "const name = '@purser/' + 'pricing-reader'\nawait import(name)",
    "import { createRequire } from 'node:module'",
    "const { createRequire } = await import('module')",
  ])('finds the hidden import %s', (text) => {
    const path = 'packages/server/src/modules/onboarding/run/planted.ts'
    expect(findHiddenImports([readSource(path, text)])).toEqual([path])
  })

  it.each([
    "import { sql } from 'kysely'\nexport const read = (db) => sql<Row>`SELECT 1`.execute(db)",
    "export const rename = (tx) => tx.updateTable('customers').set({ name: '' }).execute()",
    "export const list = (db) => db.selectFrom('customers').execute()",
    "const LOCK: Statement = { name: 'lock', text: `\n  INSERT INTO customer_stamps VALUES ($1)` }",
    "export const read = (session) => session.query('SELECT 1')",
  ])('finds SQL in a use case: %s', (text) => {
    const path = 'packages/server/src/modules/customers/customer/planted.ts'
    expect(findStraySql([readSource(path, text)])).toEqual([path])
    expect(findStraySql([readSource(path.replace('.ts', '.sql.ts'), text)])).toEqual([])
  })

  it.each([
    ['node', "import 'zod'", 'node imports only the client part of the contract'],
    ['node', "import '@purser/contract'", 'node imports only the client part of the contract'],
    [
      'react',
      "import '@purser/node'",
      'react imports only the client part of the contract, React and react-query',
    ],
    [
      'web',
      "import '@tanstack/react-query'",
      'web imports only the client part of the contract, @purser/react and React',
    ],
    ['react', "import './components/index.ts'", 'hooks and gates import no component'],
  ])('finds a file of the package %s with the forbidden %s', (name, text, why) => {
    const violations = findForbiddenImports(withFile(`packages/${name}/src/planted.ts`, text))
    expect(violations.map((violation) => violation.why)).toEqual([why])
  })

  it('finds an import cycle', () => {
    const cycles = findCycles(
      withFile('packages/server/src/kernel/planted.ts', "import './planted.ts'"),
    )
    expect(cycles).toHaveLength(1)
  })

  it('finds a folder with more than 25 source files', () => {
    const names = Array.from({ length: 25 }, (_, number) => `packages/web/src/portal/${number}.tsx`)
    const test = 'packages/web/src/portal/1.test.tsx'
    expect(findCrowdedFolders([...names, test])).toEqual(['packages/web/src/portal'])
    expect(findCrowdedFolders(names)).toEqual([])
    for (const extension of ['js', 'cjs', 'jsx', 'mts']) {
      const scripts = names.map((name) => name.replace('tsx', extension))
      expect(findCrowdedFolders([...scripts, test])).toEqual(['packages/web/src/portal'])
    }
  })

  it.each(['packages/server/test', 'bench', 'scripts', 'examples/pixelmill/src'])(
    'finds a long file and a vague name in %s',
    (folder) => {
      const path = `${folder}/planted.ts`
      expect(findLongFiles([path], () => '\n'.repeat(401))).toEqual([path])
      expect(findLongFiles([path], () => '\n'.repeat(400))).toEqual([])
      expect(findVagueNames([path, `${folder}/dateUtils.ts`])).toEqual([`${folder}/dateUtils.ts`])
    },
  )

  it('finds a test without a source file', () => {
    const folder = 'packages/node/src/ingestion'
    const sources = [`${folder}/flush.ts`, `${folder}/Row.tsx`]
    const named = ['flush.test.ts', 'flush.retries.test.ts', 'Row.test.tsx', 'ingestion.test.ts']
    const others = ['merged.test.ts', 'merged.core.test.ts'].map((name) => `${folder}/${name}`)
    const all = [...sources, ...named.map((name) => `${folder}/${name}`), ...others]
    expect(findTestsWithoutSource(all)).toEqual(others)
  })

  it.each([
    ['stuff', 'x'],
    ['e', 'renameCustomer'],
    ['name', 'renameCustomer'],
    ['customer', 'listCustomers'],
  ])('finds that %s.ts is a strange name for a file that exports %s', (file, name) => {
    const path = `packages/server/src/modules/customers/${file}.ts`
    expect(findStrangeNames(withFile(path, `export const ${name} = 1`))).toEqual([path])
  })

  it.each([
    ['renameCustomer', 'renameCustomer'],
    ['customer', 'renameCustomer'],
    ['rename', 'renameCustomer'],
  ])('accepts that %s.ts exports %s', (file, name) => {
    const path = `packages/server/src/modules/customers/${file}.ts`
    expect(findStrangeNames(withFile(path, `export const ${name} = 1`))).toEqual([])
  })

  it.each([
    'store',
    'stores',
    'services',
    'repositories',
    'queries',
    'useCases',
    'lib',
    'shared',
    'types',
    'helpers',
  ])('finds the layer folder %s', (layer) => {
    const path = `packages/server/src/modules/customers/${layer}/planted.sql.ts`
    expect(findStrangeNames(withFile(path, 'export const x = 1'))).toEqual([path])
  })
})
