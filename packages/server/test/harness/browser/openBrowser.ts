import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** One Chromium per worker. No test closes it, so it ends with the worker. */
let browser: Promise<Browser> | null = null

/** Opens an empty profile in the Chromium that `npm test` has found or installed. */
export async function openBrowser(options: {
  viewport: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** The default is `reduce`, because Chromium draws 60 frames per second while anything moves. */
  reducedMotion?: 'reduce' | 'no-preference'
}): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  browser ??= launch()
  const context = await (await browser).newContext({ reducedMotion: 'reduce', ...options })
  // As in vitest.config.ts, the timeout only stops a test that hangs.
  context.setDefaultTimeout(120_000)
  // Chromium closes a window with its last tab, and opening another costs a second of CPU time.
  await context.newPage()
  return { context, close: () => context.close() }
}

function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the tests with npm test.')
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Starting a renderer for each tab takes longer than most tests, and the pages trust each
      // other because they belong to one test.
      '--renderer-process-limit=1',
    ],
  })
}
