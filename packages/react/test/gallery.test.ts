import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findGraveViolations } from '../../server/test/harness/browser/findGraveViolations.ts'
import { openBrowser } from '../../server/test/harness/browser/openBrowser.ts'
import { type Gallery, startGallery } from './gallery/startGallery.ts'

/** A folder for screenshots. Without it, none are taken. */
const PICTURES = process.env.PURSER_PICTURES

let gallery: Gallery
let browser: { context: BrowserContext; close(): Promise<void> }
beforeAll(async () => {
  gallery = await startGallery()
  browser = await openBrowser({ viewport: { width: 1_280, height: 900 } })
})
afterAll(async () => {
  await browser.close()
  await gallery.stop()
})

async function open(scheme: 'light' | 'dark', width: number): Promise<Page> {
  const page = await browser.context.newPage()
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.goto(gallery.url)
  await page.locator('main').waitFor()
  // A frame that is not visible has no layout, so it cannot report its height.
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await settled(page)
  return page
}

const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)

async function look(page: Page, name: string): Promise<void> {
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: name.startsWith('all') })
  }
  const tooWide = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return { clientWidth, scrollWidth }
  })
  expect(tooWide.scrollWidth, name).toBeLessThanOrEqual(tooWide.clientWidth)
  // Nothing on the page behind a dialog can be reached.
  const part = name.startsWith('all') ? 'html' : 'dialog[open]'
  expect(await findGraveViolations(page, part), name).toEqual([])
}

describe('every component', () => {
  it.each([
    ['light', 1_280],
    ['dark', 390],
  ] as const)('is readable and usable in %s at %d', async (scheme, width) => {
    const page = await open(scheme, width)
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await look(page, `all-${scheme}-${width}`)

    const chooser = page.getByRole('button', { name: 'Switch to Business' })
    await chooser.click()
    await page.getByText('What changes').waitFor()
    await look(page, `plan-${scheme}-${width}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await chooser.evaluate((button) => button === document.activeElement)).toBe(true)

    for (const opener of ['Cancel plan', 'Open invoice INV-000001', 'Add a card']) {
      await page.getByRole('button', { name: opener }).first().click()
      await page.getByRole('dialog').waitFor()
      await settled(page)
      await look(page, `${opener}-${scheme}-${width}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }

    await page.getByRole('button', { name: 'Top up Prepaid' }).first().click()
    await page.getByRole('button', { name: '$25.00', exact: true }).click()
    await page.getByRole('button', { name: 'Pay $25.00' }).waitFor()
    await look(page, `top-up-${scheme}-${width}`)
    await page.keyboard.press('Escape')
    expect(errors).toEqual([])
    await page.close()
  })
})
