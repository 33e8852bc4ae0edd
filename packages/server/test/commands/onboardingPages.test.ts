import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sketchly } from '../../src/modules/onboarding/testing/sketchly.ts'
import { repository } from '../harness/process/purserProcess.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-pages-'))
})
afterAll(() => rm(folder, { recursive: true }))

const npm = (script: string, ...args: string[]) =>
  promisify(execFile)('npm', ['run', '--silent', script, '--', ...args], { cwd: repository })

it('npm run onboarding:extract writes its result for every page', async () => {
  for (const name of ['one', 'two', 'no-page']) {
    await mkdir(join(folder, 'pages', name), { recursive: true })
    if (name === 'no-page') continue
    await writeFile(join(folder, 'pages', name, 'page.html'), sketchly())
  }
  const out = join(folder, 'out')
  await npm('onboarding:extract', '--in', join(folder, 'pages'), '--out', out)
  expect((await readdir(out)).sort()).toEqual(['one.json', 'two.json'])
  expect(JSON.parse(await readFile(join(out, 'one.json'), 'utf8'))).toMatchObject({
    product: 'Sketchly',
    currency: 'usd',
    tiers: [
      { name: 'Free', isFree: true, prices: [{ interval: 'month', amountMinor: 0 }] },
      {
        name: 'Pro',
        isPopular: true,
        inherits: 'Free',
        credits: { amount: 1000, period: 'month' },
        prices: [
          { interval: 'month', amountMinor: 2900 },
          { interval: 'year', amountMinor: 29_000 },
        ],
      },
      { name: 'Enterprise', contactSales: true, prices: [] },
    ],
    missed: [],
  })
})

it.each([
  ['onboarding:extract', [], 'Set the folders to read and to write'],
  ['onboarding:extract', ['--in', 'nowhere', '--out', 'nowhere'], 'There is no folder'],
  ['onboarding:score', ['--corpus', 'nowhere'], 'set its folder with --corpus DIR'],
])('npm run %s %j names the wrong or missing option', async (script, args, sentence) => {
  await expect(npm(script, ...args)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  })
})
