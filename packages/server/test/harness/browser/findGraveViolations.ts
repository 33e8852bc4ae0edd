import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Waits for finite animations. A dialog that is still fading in has too little contrast. */
const END_ANIMATIONS = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`

/** Lists the serious accessibility violations that axe finds in a page or a part of it. */
export async function findGraveViolations(page: Page | Frame, part = 'html'): Promise<string[]> {
  await page.evaluate(END_ANIMATIONS)
  // The source has half a megabyte, so each document loads it only once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (at) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(at, { resultTypes: ['violations'] }),
    part,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`)
}
