import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'purser-web-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const inWeb = () => readdirSync(join(root, 'packages/web')).filter((name) => name !== 'src')

function ensureWeb(): { built: boolean; code: number | null } {
  const script = `import('${repository}/scripts/ensureWeb.mjs').then((it) => it.ensureWeb('${root}'))`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  return { built: stderr.includes('Building the pages'), code: status }
}

test('pages are built only when they are missing or their sources have changed', () => {
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  write('package-lock.json', '{}')
  write('packages/contract/src/amount.ts', 'export const amount = 1')
  write('packages/react/src/hook.ts', "export { amount } from '../../contract/src/amount.ts'")
  write('packages/web/index.html', '<script type="module" src="/src/main.ts"></script>')
  write(
    'packages/web/src/main.ts',
    "import { amount } from '../../react/src/hook.ts'\ndocument.title = `$${amount}`",
  )
  const read = () => {
    const folder = join(root, 'packages/web/dist/assets')
    return readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('')
  }

  expect(ensureWeb()).toEqual({ built: true, code: 0 })
  expect(read()).toContain('$1')
  write('packages/react/src/hook.test.ts', 'a test file is not part of the build')
  expect(ensureWeb()).toEqual({ built: false, code: 0 })

  write('packages/contract/src/amount.ts', 'export const amount = 2')
  expect(ensureWeb()).toEqual({ built: true, code: 0 })
  expect(read()).toContain('$2')
  expect(ensureWeb()).toEqual({ built: false, code: 0 })

  // A failing build leaves the previous one in place and is tried again.
  write('packages/contract/src/amount.ts', 'export const amount = ')
  expect(ensureWeb()).toEqual({ built: true, code: 1 })
  expect(read()).toContain('$2')
  expect(ensureWeb()).toEqual({ built: true, code: 1 })
  expect(inWeb().sort()).toEqual(['dist', 'index.html'])
})
