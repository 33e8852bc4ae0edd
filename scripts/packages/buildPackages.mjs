import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../ensureInstalled.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The packages that are published, in order of their dependencies. */
export const PUBLISHED = ['contract', 'node', 'react']

/**
 * Builds the published packages. Each `packages/<name>/dist` is a complete package that can be
 * published, for example with `npm publish packages/node/dist`. The repository uses the sources.
 */
export function buildPackages() {
  for (const name of PUBLISHED) {
    const folder = join(root, 'packages', name)
    const dist = join(folder, 'dist')
    rmSync(dist, { recursive: true, force: true })
    const tsc = spawnSync('tsc', ['--checkers', '1', '-p', join(folder, 'tsconfig.build.json')], {
      stdio: 'inherit',
    })
    if (tsc.status !== 0) throw new Error(`packages/${name} does not compile.`)
    for (const file of filesBelow(dist, '.d.ts')) rewriteImports(file)
    if (existsSync(join(folder, 'README.md')))
      cpSync(join(folder, 'README.md'), join(dist, 'README.md'))
    cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
    const sources = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const [path, source] of Object.entries(sources.exports).filter(([path]) => isCss(path)))
      writeFileSync(join(dist, path), flatCss(join(folder, source)))
    const manifest = publishedManifest(sources)
    writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))

/** The compiler rewrites `.ts` in the imports of its JavaScript, but not of its declarations. */
function rewriteImports(file) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/((?:from|import\()\s?['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2'))
}

const isCss = (path) => path.endsWith('.css')

/** Inlines the style sheets that a style sheet imports. */
function flatCss(file) {
  return readFileSync(file, 'utf8').replace(/@import "(\..+)";\n/g, (_, imported) =>
    flatCss(join(dirname(file), imported)),
  )
}

function publishedManifest({ devDependencies, private: _private, exports, ...manifest }) {
  return {
    ...manifest,
    exports: Object.fromEntries(
      Object.entries(exports).map(([path, source]) => [path, published(path, source)]),
    ),
  }
}

function published(path, source) {
  if (isCss(path)) return path
  const name = source.replace('./src/', './').replace(/\.tsx?$/, '')
  return { types: `${name}.d.ts`, default: `${name}.js` }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled(root, { development: true })
  buildPackages()
}
