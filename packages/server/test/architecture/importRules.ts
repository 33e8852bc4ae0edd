import {
  isCore,
  isCoreEntry,
  isIndex,
  isKernel,
  isProviderIndex,
  isRead,
  isSql,
  isTest,
  KERNEL,
  moduleOf,
} from './paths.ts'
import type { SourceFile } from './readImports.ts'

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

/**
 * This module reaches later modules only through its ports. The other modules may import the reads
 * of any module.
 */
const READS_NO_LATER_MODULE = 'customers'

/** Built-in modules and packages that do no I/O. */
const PURE_PACKAGES = [
  'node:crypto',
  '@purser/contract',
  '@purser/contract/client',
  'temporal-polyfill',
  'html-encoding-sniffer',
  // Types only: `findLoadedReaders` enforces that.
  '@purser/pricing-reader',
]

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
/** The stages of the pricing reader. Each stage imports only itself and earlier stages. */
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
/** Lists the files of its folder, because each file is a language. Only this file does I/O. */
const LANGUAGE_LIST = `${READER}languages/index.ts`

function forbiddenInReader(from: string, to: string): string | null {
  if (to === '@purser/contract/client' || to === 'parse5') return null
  if (to.startsWith('node:') && from === LANGUAGE_LIST) return null
  if (!to.startsWith(READER)) return 'pricing-reader imports only the contract and parse5'
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

const REACT = 'packages/react/src/'
const isComponent = (path: string) => path.startsWith(`${REACT}components/`)

const SERVER = 'packages/server/src/'
const MODEL = 'packages/server/test/model/'
const AMOUNTS = `${KERNEL}amount.ts`
/** Kernel files that read the clock or encrypt with random values. */
const IMPURE_KERNEL = ['clock', 'seal'].map((name) => `${KERNEL}${name}.ts`)
/** Core may create ids of new objects, which contain the time and random bytes. */
const IDS = `${KERNEL}ids.ts`

/** The model predicts the responses of the product, so it must not share the product's code. */
const forbiddenInModel = (to: string): string | null =>
  to.startsWith(SERVER) && to !== AMOUNTS
    ? 'the model imports nothing of the product but exact amounts'
    : null

/**
 * Returns the reason why `from` may not import `to`, or null if it may. If `isLoaded` is false, the
 * import is for types only.
 */
function forbidden(from: string, to: string, isLoaded: boolean): string | null {
  if (from.startsWith(MODEL)) return forbiddenInModel(to)
  if (to.includes('/testing/')) return 'production code imports nothing from testing/'
  const inRepository = to.startsWith('packages/')
  const packageName = from.split('/')[1] ?? ''
  const rule = PACKAGES[packageName]
  if (from.startsWith(REACT) && !isComponent(from) && isComponent(to)) {
    return 'hooks and gates import no component'
  }
  if (from.startsWith(READER)) return forbiddenInReader(from, to)
  if (rule) return rule.may.test(to) || to.startsWith(`packages/${packageName}/`) ? null : rule.why
  if (from.startsWith('packages/contract/')) {
    return to === 'zod' || to.startsWith('packages/contract/') ? null : 'contract imports only zod'
  }
  if (to.startsWith('packages/contract/')) return 'the contract is imported by its name'
  if (isKernel(from) && inRepository && !isKernel(to)) {
    return 'the kernel imports only the kernel'
  }
  if (isKernel(from) && from !== IDS && isLoaded && IMPURE_KERNEL.includes(to)) {
    return 'the kernel reads the clock only for new ids'
  }
  if ((isCore(from) || isKernel(from)) && !inRepository) {
    return PURE_PACKAGES.includes(to) ? null : 'pure code imports nothing that does I/O'
  }
  if (from.startsWith('packages/server/src/platform/') && moduleOf(to)) {
    return 'the platform imports no module'
  }
  const fromModule = moduleOf(from)
  const toModule = moduleOf(to)
  if (!fromModule) {
    return !toModule || isEntry(to) || isProviderIndex(to)
      ? null
      : 'app.ts and the command line import a module through its index, read or core'
  }
  if (inRepository && !toModule && !/\/src\/(kernel|platform)\//.test(to)) {
    return 'a module imports only modules, the kernel and the platform'
  }
  if (isCore(from) && to.includes('/src/platform/')) return 'core does no I/O'
  if (isCore(from) && isLoaded && IMPURE_KERNEL.includes(to)) {
    return 'core receives the time and secrets as arguments'
  }
  if (isCoreEntry(from) && (!isCore(to) || fromModule !== toModule)) {
    return 'core.ts exports only core files of its module'
  }
  if (!toModule) return null
  if (fromModule === toModule) return forbiddenInModule(from, to, isLoaded)
  if (isRead(from) || isSql(from)) return 'a read imports no other module'
  const isEarlier = MODULE_ORDER.indexOf(toModule) < MODULE_ORDER.indexOf(fromModule)
  if (!isEarlier && fromModule === READS_NO_LATER_MODULE) {
    return 'customers reaches later modules through its ports'
  }
  if (isCore(from) && isLoaded && !isCoreEntry(to)) {
    return 'core loads only pure code of another module, through its core.ts'
  }
  if (isRead(to)) return null
  if (!isEntry(to)) return 'another module is imported through its index, read or core'
  return isEarlier ? null : 'a use case calls only earlier modules'
}

const isEntry = (path: string) => isIndex(path) || isRead(path) || isCoreEntry(path)

function forbiddenInModule(from: string, to: string, isLoaded: boolean): string | null {
  if (isCore(from)) return isCore(to) ? null : 'core imports only core files of its module'
  if (isCore(to) && (isIndex(from) || (isRead(from) && isLoaded))) {
    return 'only core.ts exports the pure code of a module'
  }
  if ((isRead(from) || isSql(from)) && !isRead(to) && !isSql(to) && !isCore(to)) {
    return 'a read imports only platform, kernel, and core and SQL of its module'
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
    .flatMap(({ path, imports, loadedEagerly, loadedLazily }) =>
      imports.flatMap((to) => {
        const isLoaded = loadedEagerly.includes(to) || loadedLazily.includes(to)
        const why = forbidden(path, to, isLoaded)
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
