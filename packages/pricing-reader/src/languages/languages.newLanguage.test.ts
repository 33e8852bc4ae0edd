import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PACKAGE = resolve(import.meta.dirname, '../..')
/** An invented language, because a contributor may add a real one. */
const INVENTED = `import type { Words } from '../Words.ts'

export const words: Words = {
  per: 'quor',
  second: {}, minute: {}, hour: {}, day: {}, week: {}, quarter: {},
  month: { noun: 'lunvex', adverb: 'lunvexly' },
  year: { noun: 'solvex', adverb: 'solvexly' },
  oneTime: 'unvorra', billedYearly: 'pagvor solvexly', billedMonthly: 'pagvor lunvexly',
  free: 'zelvono', onRequest: 'quor askvo', contact: 'skribvo', popular: 'populvo',
  from: 'exvo', seat: { noun: 'uzvanto' }, unlimited: 'nolimvo', previous: 'antvovo',
  included: 'javo', notIncluded: 'nevo',
}
`
const PAGE = `<div>
  <div class="plan"><h3>Verda</h3><p>Zelvono</p><ul><li>3 projektoj</li></ul></div>
  <div class="plan"><h3>Stelo</h3><p>12 EUR quor lunvex</p><ul><li>Nolimvo projektoj</li></ul></div>
</div>`

/** A copy of the package, so that the other tests do not see the new language. */
let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(PACKAGE, '.build-language-'))
  cpSync(join(PACKAGE, 'src'), join(copy, 'src'), { recursive: true })
})
afterAll(() => rmSync(copy, { recursive: true }))

/** Reads the page in a new process: the name, the price and the features of each tier. */
function readWithCopy(): unknown {
  const program = `
    const { readPricingPage } = await import('./src/index.ts')
    const { tiers } = readPricingPage(${JSON.stringify(PAGE)}).offer
    console.log(JSON.stringify(tiers.map(({ name, isFree, prices, entitlements }) => [
      name, isFree ?? false, prices[0]?.confidence, entitlements.map(({ value }) => value)])))`
  const options = { cwd: copy, encoding: 'utf8' } as const
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], options)
  return JSON.parse(printed)
}

it('a new language needs only one new file', () => {
  expect(readWithCopy()).not.toContainEqual(['Verda', true, expect.anything(), expect.anything()])
  writeFileSync(join(copy, 'src/languages/latin/invented.ts'), INVENTED)
  expect(readWithCopy()).toEqual([
    ['Verda', true, 0.9, [3]],
    ['Stelo', false, 0.95, ['unlimited']],
  ])
})
