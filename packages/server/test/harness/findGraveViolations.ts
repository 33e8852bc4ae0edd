import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** What keeps people from reading or using a page, by the rules of axe: each with where it is. */
export async function findGraveViolations(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`)
}
