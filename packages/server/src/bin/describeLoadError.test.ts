import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/harness/temporaryDirectory.ts'

let folder: string
beforeAll(async () => {
  folder = await temporaryDirectory('load-error-')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Loads a file with Node itself, because Vitest reports errors in another form. */
async function load(source: string): Promise<string> {
  await writeFile(join(folder, 'source.ts'), source)
  const script = `
    import { describeLoadError } from '${join(import.meta.dirname, 'describeLoadError.ts')}'
    await import('${join(folder, 'source.ts')}').catch((error) => console.log(describeLoadError(error)))`
  const args = ['--input-type=module', '-e', script]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

it.each([
  ['a syntax error', 'export const first = {\n  a: 1\n  b: 2\n}\n', ':3', "Expected ','"],
  ['a missing export', "import { nope } from 'node:os'\nexport { nope }\n", ':1', "'nope'"],
  ['an exception', '\nexport const first = missing\n', ':2:', 'missing is not defined'],
])('names the file and line of %s', async (_, source, line, message) => {
  const description = await load(source)
  expect(description).toContain(`${join(folder, 'source.ts')}${line}`)
  expect(description).toContain(message)
  expect(description).not.toContain('node:internal')
})
