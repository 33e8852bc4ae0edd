import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

/** A real Chromium with an empty profile; the bootstrap of the tests has found or installed it. */
export async function openBrowser(options: {
  viewport: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
}): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the tests with npm test.')
  const profile = await mkdtemp(join(tmpdir(), 'purser-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    ...options,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
