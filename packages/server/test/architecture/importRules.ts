import { basename, dirname } from 'node:path'
import type { SourceFile } from './readImports.ts'

const MODULES = 'packages/server/src/modules/'

/** A use case calls only modules that come before its own in this list. */
export const MODULE_ORDER = [
  'organizations',
  'customers',
  'catalog',
  'credits',
  'payments',
  'usage',
  'invoicing',
  'topups',
  'subscriptions',
  'entitlements',
  'checkout',
  'onboarding',
  'webhooks',
]

/** Reaches later modules through its ports only. Other modules may import the reads of any module. */
const READS_NO_LATER_MODULE = 'customers'

/** Built-ins and packages with which nothing can be read or written. */
const PURE_PACKAGES = [
  'node:crypto',
  '@purser/contract',
  '@purser/contract/client',
  'temporal-polyfill',
  'html-encoding-sniffer',
  // Types only: `findLoadedReaders` enforces that.
  '@purser/pricing-reader',
]

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)
const moduleOf = (path: string) =>
  path.startsWith(MODULES) ? path.slice(MODULES.length).split('/')[0] : undefined
const isPure = (path: string) => /\.core\.ts$/.test(path)
const isSql = (path: string) => /\.sql\.ts$/.test(path)
const isRead = (path: string) => /^[^/]+\/read\.ts$/.test(path.slice(MODULES.length))
const isIndex = (path: string) => /^[^/]+\/index\.ts$/.test(path.slice(MODULES.length))

/** The packages that a package may import besides itself. */
const PACKAGES: Readonly<Record<string, { may: RegExp; why: string }>> = {
  node: {
    may: /^@purser\/contract\/client$/,
    why: 'node imports only the client part of the contract',
  },
  react: {
    may: /^(@purser\/contract\/client|react|@tanstack\/react-query)$/,
    why: 'react imports only the client part of the contract, React and react-query',
  },
  web: {
    may: /^(@purser\/contract\/client|@purser\/react(\/.+)?|react|react-dom\/client)$/,
    why: 'web imports only the client part of the contract, @purser/react and React',
  },
}

const READER = 'packages/pricing-reader/src/'
/** The stages of the pricing reader: each imports only itself and those before it. */
export const READER_STAGES = [
  'languages',
  'words',
  'price',
  'page',
  'lines',
  'includes',
  'extras',
  'tiers',
]
/** Files beside the stages that every stage may import. */
const READER_SHARED = ['offer.ts', 'thresholds.ts']
/** The languages are the files of a folder, so this one file lists that folder. */
const LANGUAGE_LIST = `${READER}languages/index.ts`

function forbiddenInReader(from: string, to: string): string | null {
  if (to === '@purser/contract/client' || to === 'parse5') return null
  if (to.startsWith('node:') && from === LANGUAGE_LIST) return null
  if (!to.startsWith(READER)) return 'pricing-reader imports the contract and parse5 only'
  const [stage = '', ...inside] = from.slice(READER.length).split('/')
  const [imported = ''] = to.slice(READER.length).split('/')
  const isStage = inside.length > 0
  if (!isStage && !READER_SHARED.includes(stage)) return null
  if (READER_SHARED.includes(imported)) return null
  return isStage &&
    READER_STAGES.includes(stage) &&
    READER_STAGES.includes(imported) &&
    READER_STAGES.indexOf(imported) <= READER_STAGES.indexOf(stage)
    ? null
    : 'a stage of the reader imports only earlier stages'
}

/** The server may be installed without the reader, so only this file loads it, and only on demand. */
const READER_LOADER = `${MODULES}onboarding/page/loadPricingReader.ts`
export const findLoadedReaders = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('packages/server/') && !isTest(path))
    .filter(
      ({ path, loadedEagerly, loadedLazily }) =>
        loadedEagerly.includes('@purser/pricing-reader') ||
        (loadedLazily.includes('@purser/pricing-reader') && path !== READER_LOADER),
    )
    .map(({ path }) => path)

const REACT = 'packages/react/src/'
const isComponent = (path: string) => path.startsWith(`${REACT}components/`)

/** Returns why `from` may not import `to`, or null if it may. */
function forbidden(from: string, to: string): string | null {
  const inRepository = to.startsWith('packages/')
  const packageName = from.split('/')[1] ?? ''
  const rule = PACKAGES[packageName]
  if (from.startsWith(REACT) && !isComponent(from) && isComponent(to)) {
    return 'hooks and gates import no component'
  }
  if (from.startsWith(READER)) return forbiddenInReader(from, to)
  if (rule) return rule.may.test(to) || to.startsWith(`packages/${packageName}/`) ? null : rule.why
  if (from.startsWith('packages/contract/')) {
    return to === 'zod' || to.startsWith('packages/contract/') ? null : 'contract imports zod only'
  }
  if (to.startsWith('packages/contract/')) return 'the contract is imported by its name'
  if (from.includes('/kernel/') && inRepository && !to.includes('/kernel/')) {
    return 'the kernel imports only the kernel'
  }
  if ((isPure(from) || from.includes('/kernel/')) && !inRepository) {
    return PURE_PACKAGES.includes(to) ? null : 'pure code imports nothing that does I/O'
  }
  if (from.startsWith('packages/server/src/platform/') && moduleOf(to)) {
    return 'the platform imports no module'
  }
  const fromModule = moduleOf(from)
  const toModule = moduleOf(to)
  if (!fromModule) return null
  if (inRepository && !toModule && !/\/src\/(kernel|platform)\//.test(to)) {
    return 'a module imports modules, kernel and platform'
  }
  if (isPure(from) && to.includes('/src/platform/')) return 'core does no I/O'
  if (!toModule) return null
  if (fromModule === toModule) return forbiddenInModule(from, to)
  if (isRead(from) || isSql(from)) return 'a read imports no other module'
  const isEarlier = MODULE_ORDER.indexOf(toModule) < MODULE_ORDER.indexOf(fromModule)
  if (!isEarlier && fromModule === READS_NO_LATER_MODULE) {
    return 'customers reaches later modules through its ports'
  }
  if (isRead(to)) return null
  if (!isIndex(to)) return 'another module is imported through its index or its read'
  return isEarlier ? null : 'a use case calls only earlier modules'
}

function forbiddenInModule(from: string, to: string): string | null {
  if (isPure(from)) return isPure(to) ? null : 'core imports core'
  if ((isRead(from) || isSql(from)) && !isRead(to) && !isSql(to) && !isPure(to)) {
    return 'a read imports platform, kernel and its own core and SQL'
  }
  return null
}

export interface Violation {
  from: string
  to: string
  why: string
}

export const findForbiddenImports = (files: readonly SourceFile[]): Violation[] =>
  files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap((to) => {
        const why = forbidden(path, to)
        return why ? [{ from: path, to, why }] : []
      }),
    )

/** Finds import cycles. Each is a path that returns to its start. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const visit = (path: string, chain: string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...chain.slice(chain.indexOf(path)), path])
      return
    }
    state.set(path, 'open')
    for (const next of byPath.get(path)?.imports ?? []) {
      if (byPath.has(next)) visit(next, [...chain, path])
    }
    state.set(path, 'done')
  }
  for (const { path } of files) visit(path, [])
  return cycles
}

/** The files at the top of a module. */
const PLAIN_NAMES = [
  'README.md',
  'read.ts',
  'routes.ts',
  'jobs.ts',
  'invariants.ts',
  'ports.ts',
  'provider.ts',
  'index.ts',
]
/** A folder is named after a subject, not after a layer. */
const LAYERS = ['core', 'store', 'read', 'sql']

/**
 * Finds file names in a module that a newcomer would not guess: neither a standard name nor that of
 * a use case.
 */
export const findStrangeNames = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => moduleOf(path) !== undefined && !isTest(path))
    .filter(({ path, text }) => {
      const [, ...inside] = path.slice(MODULES.length).split('/')
      const file = inside.at(-1) ?? ''
      if (inside.slice(0, -1).some((folder) => LAYERS.includes(folder))) return true
      if (inside.length > 1 && (isPure(path) || isSql(path))) return false
      if (inside.length === 1 && PLAIN_NAMES.includes(file)) return false
      // An adapter for a payment provider consists of translations, not of use cases.
      if (inside[0] === 'providers') return false
      // A use case is named after what the file exports: `product.ts` may export `createProduct`.
      const name = basename(file, '.ts').toLowerCase()
      const exported = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)]
      return !exported.some(([, export_]) => export_?.toLowerCase().includes(name))
    })
    .map(({ path }) => path)

const MOST_IN_FOLDER = 25

/** Finds folders with too many source files to survey. Tests beside their source do not count. */
export function findCrowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    if (!/\.(ts|tsx|mjs)$/.test(path) || /\/src\/.*\.test\.tsx?$/.test(path)) continue
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) => (count > MOST_IN_FOLDER ? [folder] : [])).sort()
}
