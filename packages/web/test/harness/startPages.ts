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
  /** Opens a tab. `stop` fails if the page in it had an error. */
  open(url: string): Promise<Page>
  /** Creates a portal session for a customer and returns its address. */
  portalUrl(customerId: string, session?: object): Promise<string>
  stop(): Promise<void>
}

/**
 * Creates the demo catalog and history. The history is written as of past days. A job that runs
 * meanwhile would take its payments for old ones that never reached the provider.
 */
async function seed(app: TestApp): Promise<void> {
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
}

/** Starts a server with the demo merchant and its customer `cus_lumen`, and a browser. */
export async function startPages(): Promise<Pages> {
  execFileSync(process.execPath, [join(repository, 'scripts/ensureWeb.mjs')])
  const app = await startWorkingApp(seed)
  const browser = await openBrowser({ viewport: { width: 1280, height: 900 } })
  const pageErrors: string[] = []
  browser.context.on('weberror', (error) => pageErrors.push(error.error().message))
  browser.context.on('console', (message) => {
    if (/Content Security Policy|Uncaught|Warning:/.test(message.text())) {
      pageErrors.push(message.text())
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
      expect(pageErrors).toEqual([])
    },
  }
}
