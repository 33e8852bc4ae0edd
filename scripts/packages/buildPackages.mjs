import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The packages that are published, each after those it depends on. */
export const PUBLISHED = ['contract', 'node', 'react']

/**
 * Builds what is published into `packages/<name>/dist`, which is itself a package: `npm publish
 * packages/node/dist`. In the repository the sources are used as they are.
 */
export function buildPackages() {
  for (const name of PUBLISHED) {
    const folder = join(root, 'packages', name)
    const dist = join(folder, 'dist')
    rmSync(dist, { recursive: true, force: true })
    const tsc = spawnSync('tsc', ['-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' })
    if (tsc.status !== 0) throw new Error(`packages/${name} does not compile.`)
    for (const file of filesBelow(dist, '.d.ts')) rewriteImports(file)
    for (const file of filesBelow(join(folder, 'src'), '.css'))
      cpSync(file, join(dist, file.slice(join(folder, 'src').length)))
    if (existsSync(join(folder, 'README.md')))
      cpSync(join(folder, 'README.md'), join(dist, 'README.md'))
    cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
    const manifest = publishedManifest(
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    )
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

function publishedManifest({ devDependencies, private: _private, exports, ...manifest }) {
  return {
    ...manifest,
    exports: Object.fromEntries(
      Object.entries(exports).map(([path, source]) => [path, published(source)]),
    ),
  }
}

function published(source) {
  const built = source.replace('./src/', './')
  if (built.endsWith('.css')) return built
  const name = built.replace(/\.tsx?$/, '')
  return { types: `${name}.d.ts`, default: `${name}.js` }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildPackages()
