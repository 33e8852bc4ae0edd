import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const here = import.meta.dirname
const args = process.argv.slice(2)
const at = args.indexOf('--corpus')
const corpusOption = at >= 0 ? args.splice(at, 2)[1] : undefined
const corpus = resolve(corpusOption ?? join(dirname(dirname(here)), '../shared/data/pricing-pages'))
const pages = join(corpus, 'dev')
const scorer = join(corpus, 'score.mjs')
if (!existsSync(pages) || !existsSync(scorer)) {
  console.error(`The corpus is not at ${corpus}: set its folder with --corpus DIR.`)
  process.exit(2)
}

function run(program: string, ...rest: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...rest], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) {
    console.error(stdout, stderr)
    process.exit(1)
  }
  return stdout
}

const out = mkdtempSync(join(tmpdir(), 'purser-onboarding-'))
try {
  run(join(here, 'extractPages.ts'), '--in', pages, '--out', out)
  process.stdout.write(run(scorer, out, '--corpus', corpus, ...args))
} finally {
  rmSync(out, { recursive: true })
}

const sizes = readdirSync(pages)
  .map((name) => join(pages, name, 'page.html'))
  .filter((path) => existsSync(path))
  .map((path) => ({ path, bytes: statSync(path).size }))
  .sort((a, b) => b.bytes - a.bytes)
const largest = sizes[0]
if (largest) {
  const measured: unknown = JSON.parse(run(join(here, 'measurePage.ts'), largest.path))
  const { milliseconds, megabytes } = measured as { milliseconds: number; megabytes: number }
  console.log(
    `\nlargest page (${(largest.bytes / 1000).toFixed(0)} kB) in a separate process: ${milliseconds.toFixed(0)} ms, ${megabytes.toFixed(0)} MB at most`,
  )
}
