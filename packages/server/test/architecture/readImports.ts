import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  path: string
  lines: number
  text: string
  /** Files of the repository or names of packages. Type imports are included. */
  imports: string[]
  /** The imports that load with the file, and those that load on demand. */
  loadedEagerly: string[]
  loadedLazily: string[]
}

/** Reads all TypeScript files in the folders, with their imports. */
export function readSourceFiles(root: string, folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    )
    .sort()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

export function readSource(path: string, text: string): SourceFile {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const isTypeOnly = ({ start }: { start: number }) =>
    /^(?:import|export)\s+type\b/.test(text.slice(start, start + 20))
  const staticOnes = [
    ...module.staticImports.map((node) => ({ name: node.moduleRequest.value, node })),
    ...module.staticExports.flatMap((node) =>
      node.entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ name: moduleRequest.value, node }] : [],
      ),
    ),
  ]
  const dynamicOnes = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
  )
  const resolved = (names: readonly string[]): string[] =>
    [...new Set(names)].map((name) =>
      name.startsWith('.') ? normalize(join(dirname(path), name)) : name,
    )
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    imports: resolved([...staticOnes.map(({ name }) => name), ...dynamicOnes]),
    loadedEagerly: resolved(
      staticOnes.filter(({ node }) => !isTypeOnly(node)).map(({ name }) => name),
    ),
    loadedLazily: resolved(dynamicOnes),
  }
}
