import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { PlantedBug } from './plantedBugs.ts'
import { SOURCE } from './product.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** A copy of the product's source with the bug in it. */
export function plantBug({ name, patches = [] }: PlantedBug): {
  source: string
  remove: () => void
} {
  const copy = mkdtempSync(join(tmpdir(), 'purser-planted-'))
  const source = join(copy, 'src')
  cpSync(SOURCE, source, { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  cpSync(resolve(SOURCE, '../package.json'), join(copy, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const { file, find, replace } of patches) {
    const path = join(source, file)
    const text = readFileSync(path, 'utf8')
    const found = text.split(find).length - 1
    if (found !== 1) {
      throw new Error(`"${name}" cannot be planted: ${file} has ${found} times "${find}"`)
    }
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
  }
  return { source, remove: () => rmSync(copy, { recursive: true, force: true }) }
}
