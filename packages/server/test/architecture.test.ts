import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findCrowdedFolders,
  findCycles,
  findForbiddenImports,
  findLoadedReaders,
  findStrangeNames,
  MODULE_ORDER,
  READER_STAGES,
} from './architecture/importRules.ts'
import { readSource, readSourceFiles } from './architecture/readImports.ts'

const root = resolve(import.meta.dirname, '../../..')
const FOLDERS = ['contract', 'pricing-reader', 'server', 'node', 'react', 'web'].map(
  (name) => `packages/${name}/src`,
)
const MAX_LINES = 400
/** By kysely-codegen from the migrated database; nobody reads it from top to bottom. */
const GENERATED = ['packages/server/src/platform/db/tables.ts']

const files = readSourceFiles(root, FOLDERS)
const production = files.filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))

describe('the house', () => {
  it('has no forbidden import', () => {
    expect(findForbiddenImports(files)).toEqual([])
  })

  it('loads the pricing reader on demand and in one place', () => {
    expect(findLoadedReaders(files)).toEqual([])
  })

  it('orders all stages of the pricing reader', () => {
    const folders = readdirSync(join(root, 'packages/pricing-reader/src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name)
    expect(READER_STAGES).toEqual(expect.arrayContaining(folders))
    expect(folders).toEqual(expect.arrayContaining(READER_STAGES))
  })

  it('has no import cycle', () => {
    expect(findCycles(files)).toEqual([])
  })

  it('has only the names in a module that a newcomer would guess', () => {
    expect(findStrangeNames(files)).toEqual([])
    const modules = readdirSync(join(root, 'packages/server/src/modules'))
    expect(MODULE_ORDER).toEqual(expect.arrayContaining(modules))
  })

  it('has no folder with more than 25 source files', () => {
    const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((path) => existsSync(join(root, path)))
    expect(findCrowdedFolders(tracked)).toEqual([])
  })

  it('explains each module in a README', () => {
    for (const module of readdirSync(join(root, 'packages/server/src/modules'))) {
      const readme = join(root, 'packages/server/src/modules', module, 'README.md')
      expect(readFileSync(readme, 'utf8').length, readme).toBeGreaterThan(100)
    }
  })

  it('has no file over 400 lines and no utils', () => {
    const written = files.filter(({ path }) => !GENERATED.includes(path))
    expect(written.filter(({ lines }) => lines > MAX_LINES).map(({ path }) => path)).toEqual([])
    expect(files.filter(({ path }) => /util|helper/i.test(path)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  it('reads the machine clock in one place', () => {
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

/** Each breaks one rule when added to the house: the proof that the tests above can fail. */
const planted: [string, string, string, string][] = [
  [
    'pure rules that read files',
    'modules/customers/testClocks/planted.core.ts',
    "import 'node:fs'",
    'pure code imports nothing that does I/O',
  ],
  [
    'pure rules that read the database',
    'modules/customers/testClocks/planted.core.ts',
    "import '../../../platform/db/pool.ts'",
    'core does no I/O',
  ],
  [
    'pure rules that use SQL',
    'modules/customers/testClocks/planted.core.ts',
    "import './planted.sql.ts'",
    'core imports core',
  ],
  [
    'SQL that needs another module',
    'modules/customers/testClocks/planted.sql.ts',
    "import '../../organizations/read.ts'",
    'a read imports no other module',
  ],
  [
    'SQL that calls a use case',
    'modules/customers/testClocks/planted.sql.ts',
    "import './planted.ts'",
    'a read imports platform, kernel and its own core and SQL',
  ],
  [
    'a call upwards',
    'modules/organizations/planted.ts',
    "import '../customers/index.ts'",
    'a use case calls only modules above its own',
  ],
  [
    'customers that read a later module',
    'modules/customers/planted.ts',
    "import '../subscriptions/read.ts'",
    'customers reaches later modules through its ports',
  ],
  [
    "another module's store",
    'modules/customers/planted.ts',
    "import '../organizations/organization/organizations.sql.ts'",
    'another module is imported through its index or its read',
  ],
  [
    'a read that needs another module',
    'modules/customers/read.ts',
    "export * from '../organizations/index.ts'",
    'a read imports no other module',
  ],
  [
    'a type import counts too',
    'modules/customers/planted.ts',
    "import type { X } from '../organizations/organization/organizations.sql.ts'",
    'another module is imported through its index or its read',
  ],
  [
    'a dynamic import counts too',
    'modules/customers/planted.ts',
    "await import('../organizations/organization/organizations.sql.ts')",
    'another module is imported through its index or its read',
  ],
  [
    'a platform that knows a module',
    'platform/planted.ts',
    "import '../modules/customers/index.ts'",
    'the platform knows no module',
  ],
  [
    'a kernel that does I/O',
    'kernel/planted.ts',
    "import 'pg'",
    'pure code imports nothing that does I/O',
  ],
]

describe('the architecture test bites', () => {
  /** The house with one more file, or another one in the place of one. */
  const withFile = (path: string, text: string) => [
    ...files.filter((file) => file.path !== path),
    readSource(path, text),
  ]

  it.each(planted)('finds %s', (_name, path, text, why) => {
    const violations = findForbiddenImports(withFile(`packages/server/src/${path}`, text))
    expect(violations.map((violation) => violation.why)).toContain(why)
  })

  it('finds a contract that imports the server', () => {
    const violations = findForbiddenImports(
      withFile('packages/contract/src/planted.ts', "import 'fastify'"),
    )
    expect(violations.map(({ why }) => why)).toEqual(['contract imports zod only'])
  })

  it.each([
    ['price/planted.ts', "import '../lines/plainLine.ts'", 'earlier stages'],
    ['price/planted.ts', "import type { X } from '../tiers/readTier.ts'", 'earlier stages'],
    ['words/planted.ts', "export * from '../readPricingPage.ts'", 'earlier stages'],
    ['offer.ts', "import './words/composeWords.ts'", 'earlier stages'],
    ['price/planted.ts', "import 'node:fs'", 'the contract and parse5 only'],
    ['tiers/planted.ts', "import '@purser/node'", 'the contract and parse5 only'],
    [
      'tiers/planted.ts',
      "import '../../../server/src/kernel/ids.ts'",
      'the contract and parse5 only',
    ],
  ])('finds a pricing reader with %s: %s', (path, text, why) => {
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
  ])('finds %s of the pricing reader', (_name, text) => {
    const path = 'packages/server/src/modules/onboarding/run/planted.ts'
    expect(findLoadedReaders(withFile(path, text))).toEqual([path])
    const types = withFile(path, "import type { Offer } from '@purser/pricing-reader'")
    expect(findLoadedReaders(types)).toEqual([])
  })

  it.each([
    ['node', "import 'zod'", 'node imports only what clients share'],
    ['node', "import '@purser/contract'", 'node imports only what clients share'],
    [
      'react',
      "import '@purser/node'",
      'react imports what clients share, React and react-query only',
    ],
    [
      'web',
      "import '@tanstack/react-query'",
      'web imports what clients share, @purser/react and React only',
    ],
    ['react', "import './components/index.ts'", 'hooks and gates know no component'],
  ])('finds a client of %s with %s', (name, text, why) => {
    const violations = findForbiddenImports(withFile(`packages/${name}/src/planted.ts`, text))
    expect(violations.map((violation) => violation.why)).toEqual([why])
  })

  it('finds a cycle', () => {
    const cycles = findCycles(
      withFile('packages/server/src/kernel/planted.ts', "import './planted.ts'"),
    )
    expect(cycles).toHaveLength(1)
  })

  it('finds a crowded folder', () => {
    const names = Array.from({ length: 26 }, (_, number) => `packages/web/src/portal/${number}.tsx`)
    expect(findCrowdedFolders(names)).toEqual(['packages/web/src/portal'])
    expect(findCrowdedFolders(names.slice(1))).toEqual([])
  })

  it('finds a name that nobody would guess', () => {
    const strange = findStrangeNames(
      withFile('packages/server/src/modules/customers/stuff.ts', 'export const x = 1'),
    )
    expect(strange).toEqual(['packages/server/src/modules/customers/stuff.ts'])
    const layer = 'packages/server/src/modules/customers/store/planted.sql.ts'
    expect(findStrangeNames(withFile(layer, 'export const x = 1'))).toEqual([layer])
  })
})
