import { isTest, MODULES } from './paths.ts'
import type { SourceFile } from './readImports.ts'
import { childrenOf, isNode, type Node, statementsOf } from './syntax.ts'

const READER = '@purser/pricing-reader'
const isReader = (name: unknown): boolean =>
  name === READER || /^(@purser|packages)\/pricing-reader\//.test(String(name))

/** The server can be installed without the reader. Only this file loads it, and only on demand. */
const READER_LOADER = `${MODULES}onboarding/page/loadPricingReader.ts`

const onServer = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => path.startsWith('packages/server/') && !isTest(path))

const contains = (node: Node, condition: (node: Node) => boolean): boolean =>
  condition(node) || childrenOf(node).some(([, child]) => contains(child, condition))

/** The import rules check the imports that load a file. Type imports load nothing. */
const isStaticImport = ({ type }: Node): boolean => /^(Import|Export\w+)Declaration$/.test(type)

/** Finds a string with the name of the reader. A file could use it to load the reader. */
const namesReader = (node: Node): boolean =>
  contains(node, ({ type, value }) => type === 'Literal' && isReader(value))

/** Finds files of the server that could load the pricing reader but must not. */
export const findLoadedReaders = (files: readonly SourceFile[]): string[] =>
  onServer(files)
    .filter(
      ({ path, text, imports, loadedEagerly }) =>
        loadedEagerly.some(isReader) ||
        imports.some((name) => name !== READER && isReader(name)) ||
        (path !== READER_LOADER &&
          text.includes('pricing-reader') &&
          statementsOf(path, text).some((node) => !isStaticImport(node) && namesReader(node))),
    )
    .map(({ path }) => path)

/** Files that look up packages by name without importing them. */
const LOOKUPS = [
  READER_LOADER,
  // The fonts are files in a package.
  `${MODULES}invoicing/paper/pdfPen.ts`,
  // The programs of PostgreSQL are in a package that depends on the platform.
  'packages/server/src/platform/embedded/locateBinaries.ts',
]

const isComputedImport = ({ type, source }: Node): boolean =>
  type === 'ImportExpression' && isNode(source) && typeof source.value !== 'string'

/** Finds files of the server with imports that the rules cannot read. */
export const findHiddenImports = (files: readonly SourceFile[]): string[] =>
  onServer(files)
    .filter(
      ({ path, text }) =>
        (/\bcreateRequire\b/.test(text) && !LOOKUPS.includes(path)) ||
        (/\bimport\s*\(/.test(text) &&
          statementsOf(path, text).some((node) => contains(node, isComputedImport))),
    )
    .map(({ path }) => path)

const DATABASE = 'packages/server/test/harness/database/'
const isPureTest = (path: string): boolean =>
  /^(packages\/[^/]+\/src|scripts)\/.*\.test\.tsx?$/.test(path) && !/\.db\.test\.tsx?$/.test(path)

/**
 * Finds tests of pure code that load the test database. `npm test` runs them in workers that have a
 * database, so they would fail only when they run without the other tests.
 */
export function findPureTestsWithDatabase(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const loadsDatabase = (path: string, seen: Set<string>): boolean => {
    if (path.startsWith(DATABASE)) return true
    if (seen.has(path)) return false
    seen.add(path)
    const { loadedEagerly = [], loadedLazily = [] } = byPath.get(path) ?? {}
    return [...loadedEagerly, ...loadedLazily].some((next) => loadsDatabase(next, seen))
  }
  return files
    .map(({ path }) => path)
    .filter((path) => isPureTest(path) && loadsDatabase(path, new Set()))
}
