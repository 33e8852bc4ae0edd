import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { openBrowser } from '../harness/browser/openBrowser.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

describe('the API reference in a browser', () => {
  it.each([
    ['light desktop', DESKTOP, 'light'],
    ['dark phone', PHONE, 'dark'],
  ] as const)(
    'shows every operation on a %s, fits the screen and makes no external request',
    async (_name, viewport, colorScheme) => {
      const { context, close } = await openBrowser({ viewport, colorScheme })
      try {
        const page = await context.newPage()
        const complaints: string[] = []
        const strangers: string[] = []
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text())
        })
        page.on('pageerror', (error) => complaints.push(error.message))
        page.on('request', (request) => {
          if (!request.url().startsWith(app.url)) strangers.push(request.url())
        })
        await page.goto(`${app.url}/docs`)
        expect(await page.locator('section.operation').count()).toBe(app.app.routes.length)
        expect(await page.locator('#op-check').textContent()).toContain('/v1/check')
        const [content, window] = (await page.evaluate(
          'Promise.resolve([document.documentElement.scrollWidth, innerWidth])',
        )) as [number, number]
        expect(content).toBeLessThanOrEqual(window)
        expect(complaints).toEqual([])
        expect(strangers).toEqual([])
      } finally {
        await close()
      }
    },
  )

  it('filters the contents by the text that the reader types', async () => {
    const { context, close } = await openBrowser({ viewport: DESKTOP })
    try {
      const page = await context.newPage()
      await page.goto(`${app.url}/docs`)
      await page.locator('#filter').fill('coupon archive')
      const visible = page.locator('nav details.group li:visible')
      expect(await visible.allInnerTexts()).toEqual([expect.stringContaining('Archive coupon')])
    } finally {
      await close()
    }
  })
})
