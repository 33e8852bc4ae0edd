import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createApp } from '../../../server/src/app.ts'
import { parseCatalogFile } from '../../../server/src/bin/commands/catalogFile.ts'
import { seedHistory } from '../../../server/src/bin/demo/seedHistory.ts'
import { createLogger } from '../../../server/src/platform/logger.ts'
import { startWorkingApp } from '../../../server/test/harness/app/startWorkingApp.ts'
import type { TestApp } from '../../../server/test/harness/app/testApp.ts'
import { openBrowser } from '../../../server/test/harness/browser/openBrowser.ts'
import { repository } from '../../../server/test/harness/process/purserProcess.ts'

export interface Pages {
  app: TestApp
  context: BrowserContext
  /** A tab that complains about anything that the page does wrong. */
  open(url: string): Promise<Page>
  /** The address of the portal of a customer, with whatever else the session should have. */
  portalUrl(customerId: string, session?: object): Promise<string>
  stop(): Promise<void>
}

/** The demo merchant and its customer `cus_lumen` on the real server, as a browser meets them. */
export async function startPages(): Promise<Pages> {
  execFileSync(process.execPath, [join(repository, 'scripts/ensureWeb.mjs')])
  const app = await startWorkingApp()
  const catalog = join(repository, 'packages/server/demo/catalog.yaml')
  await app.ok('putCatalog', { body: parseCatalogFile(await readFile(catalog, 'utf8')) })
  const { pool, hotPool, encryptionKey, url, clock } = app
  await seedHistory(
    (at) =>
      createApp({
        pool,
        hotPool,
        clock: at,
        logger: createLogger('silent', () => {}),
        encryptionKey,
        publicUrl: url,
        rateLimit: 'off',
        metricsToken: undefined,
        allowPrivateUrls: true,
      }),
    app.sandbox.keys.full,
    clock.now(),
  )
  const browser = await openBrowser({ viewport: { width: 1280, height: 900 } })
  const complaints: string[] = []
  browser.context.on('weberror', (error) => complaints.push(error.error().message))
  browser.context.on('console', (message) => {
    if (/Content Security Policy|Uncaught|Warning:/.test(message.text())) {
      complaints.push(message.text())
    }
  })
  return {
    app,
    context: browser.context,
    open: async (address) => {
      const page = await browser.context.newPage()
      await page.goto(address)
      return page
    },
    portalUrl: async (customerId, session = {}) =>
      (await app.ok<{ url: string }>('createPortalSession', { body: { customerId, ...session } }))
        .url,
    stop: async () => {
      await browser.close()
      await app.stop()
      expect(complaints).toEqual([])
    },
  }
}
