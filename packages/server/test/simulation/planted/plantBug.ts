import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readSourceFiles } from '../../architecture/readImports.ts'
import { SOURCE } from '../system/product.ts'
import type { PlantedBug } from './plantedBugs.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
/** The suffix of the URL of a module that is reloaded for a bug. */
const MARK = '?planted='

interface Planting {
  readonly bug: PlantedBug
  /** URLs of the patched files and of all modules that import them, directly or indirectly. */
  readonly affected: ReadonlySet<string>
}

const plantings: Planting[] = []
let importersOf: ReadonlyMap<string, readonly string[]> | null = null

/**
 * Loads the product with a bug. Returns the URL to import each file from. Files are patched while
 * they are loaded. Modules that do not import a patched file are loaded only once for all bugs.
 */
export function plantBug(bug: PlantedBug): (file: string) => string {
  if (importersOf === null) {
    importersOf = readImporters()
    registerHooks({ resolve: resolvePlanted, load: loadPlanted })
  }
  const patched = (bug.patches ?? []).map(({ file }) => pathToFileURL(join(SOURCE, file)).href)
  const planting = plantings.push({ bug, affected: withImporters(patched, importersOf) })
  return (file) => `${pathToFileURL(join(SOURCE, file)).href}${MARK}${planting}`
}

function readImporters(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const urlOf = (path: string): string => pathToFileURL(join(ROOT, path)).href
  for (const { path, imports } of readSourceFiles(ROOT, [relative(ROOT, SOURCE)])) {
    for (const imported of imports) {
      const otherImporters = importers.get(urlOf(imported)) ?? []
      importers.set(urlOf(imported), [...otherImporters, urlOf(path)])
    }
  }
  return importers
}

function withImporters(
  files: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const found = new Set(files)
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}

const split = (url: string): [file: string, planting: Planting | undefined] => {
  const [file = '', number] = url.split(MARK)
  return [file, plantings[Number(number) - 1]]
}

/** A planted module imports the planted version of every affected module. */
const resolvePlanted: Parameters<typeof registerHooks>[0]['resolve'] = (
  specifier,
  context,
  next,
) => {
  const resolved = next(specifier, context)
  const [file, asked] = split(resolved.url)
  const planting = asked ?? split(context.parentURL ?? '')[1]
  if (!planting) return resolved
  const isAffected = planting.affected.has(file)
  return {
    ...resolved,
    url: isAffected ? `${file}${MARK}${plantings.indexOf(planting) + 1}` : file,
  }
}

/** Files without their types, by URL. Removing the types takes longer than running a file. */
const untypedFiles = new Map<string, string>()

const loadPlanted: Parameters<typeof registerHooks>[0]['load'] = (url, context, next) => {
  const [file, planting] = split(url)
  if (!planting) return next(url, context)
  const source = readFileSync(fileURLToPath(file), 'utf8')
  const patched = patch(source, file, planting.bug)
  let untyped = patched === source ? untypedFiles.get(file) : undefined
  if (untyped === undefined) {
    untyped = stripTypeScriptTypes(patched)
    if (patched === source) untypedFiles.set(file, untyped)
  }
  return { format: 'module', source: untyped, shortCircuit: true }
}

function patch(source: string, url: string, { name, patches = [] }: PlantedBug): string {
  let text = source
  for (const { file, find, replace } of patches) {
    if (pathToFileURL(join(SOURCE, file)).href !== url) continue
    const found = text.split(find).length - 1
    if (found !== 1) {
      throw new Error(
        `"${name}" cannot be planted: ${file} contains "${find}" ${found} times, not once`,
      )
    }
    text = text.replace(find, () => replace)
  }
  return text
}
