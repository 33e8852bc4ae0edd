import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { rolldown } from 'rolldown'
import { buildPackages, PUBLISHED } from './buildPackages.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const OF_THE_APP = ['react', 'react/jsx-runtime', '@tanstack/react-query']

/**
 * The maximum size that each package adds to an app, minified and gzipped. Packages that the app
 * already contains do not count.
 */
const SIZES = [
  { name: '@purser/node', entry: 'packages/node/src/index.ts', most: 10_000, external: [] },
  {
    name: '@purser/react',
    entry: 'packages/react/src/index.ts',
    most: 15_000,
    external: OF_THE_APP,
  },
  {
    name: '@purser/react/components with hooks',
    entry: 'packages/react/src/components/index.ts',
    most: 45_000,
    external: OF_THE_APP,
  },
]

const problems = []
buildPackages()
const scratch = mkdtempSync(join(tmpdir(), 'purser-pack-'))
try {
  const packed = packAll()
  for (const name of PUBLISHED) await checkPublished(name, packed.get(`@purser/${name}`))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const size of SIZES) await checkSize(size)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function distOf(name) {
  return join(root, 'packages', name, 'dist')
}

/** Packs all packages with one call of npm, and returns its reports by name. */
function packAll() {
  const folders = PUBLISHED.map(distOf)
  const pack = spawnSync('npm', ['pack', '--json', '--pack-destination', scratch, ...folders], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return new Map(JSON.parse(pack.stdout).map((report) => [report.name, report]))
}

async function checkPublished(name, { filename, size, entryCount }) {
  const { messages, pkg } = await publint({ pkgDir: distOf(name), strict: true })
  for (const message of messages) problems.push(`@purser/${name}: ${formatMessage(message, pkg)}`)
  const types = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(join(scratch, filename)))),
    { excludeEntrypoints: [/\.css$/] },
  )
  // The packages contain only ESM on purpose, so CommonJS resolution problems are not errors.
  const wrong = types.problems.filter(({ kind, resolutionKind }) => {
    return kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10'
  })
  for (const problem of wrong) problems.push(`@purser/${name}: ${JSON.stringify(problem)}`)
  console.log(`@purser/${name}: ${entryCount} files, ${kilobytes(size)} packed`)
}

async function checkSize({ name, entry, most, external }) {
  const bundle = await rolldown({ input: join(root, entry), external, platform: 'neutral' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const bytes = output.reduce((sum, { code = '' }) => sum + gzipSync(code, { level: 9 }).length, 0)
  console.log(`${name}: ${kilobytes(bytes)} of at most ${kilobytes(most)}, minified and gzipped`)
  if (bytes > most) problems.push(`${name} is larger than ${kilobytes(most)}.`)
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
