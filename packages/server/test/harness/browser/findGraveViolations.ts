import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Lists the serious accessibility violations that axe finds in a page or a part of it. */
export async function findGraveViolations(page: Page | Frame, part = 'html'): Promise<string[]> {
  // The source has 1.5 MB, so a document that has it does not get it again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (at) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(at, { resultTypes: ['violations'] }),
    part,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`)
}
