import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from './ensureInstalled.mjs'
import { findNode24 } from './findNode24.mjs'

/** Everything that the pages are built from. */
const SOURCES = ['packages/web', 'packages/react/src', 'packages/contract/src', 'package-lock.json']
const NOT_BUILT_IN = /(^|\/)(dist|dev|test|node_modules|\.build-[^/]*)(\/|$)|\.test\.tsx?$/

/** Builds the hosted pages if there is no build or the sources have changed. */
export function ensureWeb(root) {
  const web = join(root, 'packages/web')
  const dist = join(web, 'dist')
  const mark = join(dist, 'sources.sha256')
  const sources = hashSources(root)
  if (isBuilt(mark, sources)) return
  console.error('Building the pages for customers ...')
  // Builds in a separate folder, so that other processes see either a complete build or none.
  const fresh = mkdtempSync(join(web, '.build-'))
  const { status } = spawnSync(
    findNode24(root),
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', fresh],
    { cwd: web, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    fail('Building the pages failed. The output above shows the error.')
  }
  writeFileSync(join(fresh, 'sources.sha256'), sources)
  // The server and the build may run as different users.
  chmodSync(fresh, 0o755)
  const old = `${fresh}-old`
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } catch (error) {
    // Another process may have put the same build there at the same time.
    if (!isBuilt(mark, sources)) throw error
  } finally {
    for (const folder of [old, fresh]) rmSync(folder, { recursive: true, force: true })
  }
}

const isBuilt = (mark, sources) => existsSync(mark) && readFileSync(mark, 'utf8') === sources

function hashSources(root) {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => listFiles(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function listFiles(root, source) {
  if (source.endsWith('.json')) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !NOT_BUILT_IN.test(path))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureWeb(dirname(dirname(fileURLToPath(import.meta.url))))
}
