import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  path: string
  lines: number
  text: string
  /** Files of the repository, or names of packages; type imports count like all others. */
  imports: string[]
}

/** Every TypeScript file below the folders, with what it imports. */
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

export const readSource = (path: string, text: string): SourceFile => ({
  path,
  text,
  lines: text.split('\n').length - 1,
  imports: importsOf(path, text),
})

function importsOf(path: string, text: string): string[] {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    ),
  ]
  return [...new Set(names)].map((name) =>
    name.startsWith('.') ? normalize(join(dirname(path), name)) : name,
  )
}
