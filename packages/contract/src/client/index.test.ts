import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Lists all files that one file loads, and all packages that they import. */
function filesLoadedBy(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm,
  )) {
    if (name.startsWith('.')) filesLoadedBy(resolve(dirname(path), name), seen)
    else seen.add(name)
  }
  return seen
}

test('the shared client code loads no validator', () => {
  const files = [...filesLoadedBy(resolve(import.meta.dirname, 'index.ts'))]
  expect(files.length).toBeGreaterThan(6)
  expect(files.filter((file) => !file.startsWith('/'))).toEqual([])
})
