import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '..')
const find = (...patterns: string[]): string[] =>
  globSync(patterns, {
    cwd: repository,
    exclude: (name) => ['node_modules', 'dist'].includes(basename(name)),
  })
const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

const pages = find('*.md', '{docs,packages,examples,bench}/**/*.md')
const tests = find('{packages,examples,scripts}/**/*.test.{ts,tsx}')

/** Computes the anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link in a page leads to an existing file and heading', () => {
  expect(pages.length).toBeGreaterThan(50)
  const broken = pages
    // The links of the template are relative to the page that the benchmark writes.
    .filter((page) => page !== 'bench/report/performance.md')
    .flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#')
          const target = path === '' ? page : join(dirname(page), path)
          if (!existsSync(join(repository, target))) return true
          return anchor !== undefined && !anchorsOf(target).includes(anchor)
        })
        .map((link) => `${page}: ${link}`),
    )
  expect(broken).toEqual([])
})

test('every docs page that a file mentions exists', () => {
  const sources = find('{packages,scripts,bench,examples}/**/*.{ts,tsx,mjs,md}')
  const missing = sources.flatMap((source) =>
    [...read(source).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([path]) => !existsSync(join(repository, path)))
      .map(([path]) => `${source}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every test that a security page mentions exists', () => {
  const named = find('docs/security/*.md').flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !tests.some((path) => path.endsWith(`/${name}`)))).toEqual([])
})

test('the pages about purser doctor list every check', async () => {
  const lists: Record<string, readonly { name: string }[]>[] = await Promise.all(
    find('packages/server/src/modules/*/invariants.ts').map(
      (path) => import(pathToFileURL(join(repository, path)).href),
    ),
  )
  const doctor = read('packages/server/src/bin/commands/doctor.ts')
  const checks = [
    ...[...doctor.matchAll(/\bcheck\(\s*'([^']+)'/g)].map(([, name = '']) => name),
    ...lists.flatMap((list) => Object.values(list).flat()).map(({ name }) => name),
  ]
  expect(checks.length).toBeGreaterThan(60)
  const text = find('docs/operations/doctor*.md').map(read).join('\n').toLowerCase()
  expect(checks.filter((name) => !text.includes(name.toLowerCase()))).toEqual([])
})
