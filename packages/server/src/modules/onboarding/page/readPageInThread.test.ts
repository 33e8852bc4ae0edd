import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { sketchly } from '../testing/sketchly.ts'
import { readPageInThread } from './readPageInThread.ts'
import { UnreadablePage } from './UnreadablePage.core.ts'

/** So long that another limit always ends the thread first, even on a busy machine. */
const HANGS_MS = 600_000
const unlimited = { timeoutMs: HANGS_MS, loadTimeoutMs: HANGS_MS }

it('reads a page in another thread and returns its offer and its text', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const { offer, text } = await readPageInThread(sketchly(), unlimited)
  clearImmediate(timer)
  expect(offer.tiers.map(({ name }) => name)).toEqual(['Free', 'Pro', 'Enterprise'])
  expect(text).toContain('10,000 API calls per month')
  // This thread was not blocked.
  expect(turns).toBeGreaterThan(10)
})

/** Runs a program that can call `readPageInThread`, and returns what it prints. */
async function outputOf(program: string, options: readonly string[] = []): Promise<string> {
  const file = JSON.stringify(new URL('./readPageInThread.ts', import.meta.url).href)
  const whole = `const { readPageInThread } = await import(${file})\n${program}`
  const args = [...options, '--input-type=module', '--eval', whole]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout
}

/** The V8 option of `npm start` and `npm run purser`, which is the same in all places. */
function optionOfStart(): string {
  const texts = ['package.json', 'scripts/start.mjs'].map((name) =>
    readFileSync(new URL(`../../../../../../${name}`, import.meta.url), 'utf8'),
  )
  const options = texts.map((text) => text.match(/--max-semi-space-size=\d+/g) ?? [])
  expect(options.map(({ length }) => length)).toEqual([2, 1])
  const [option, ...others] = new Set(options.flat())
  expect(others).toEqual([])
  return String(option)
}

/** Threads with a reader that behaves in one way. */
const threads = {
  needsMemory: new URL('../testing/threads/needsMemory.ts', import.meta.url),
  loadsSlowly: new URL('../testing/threads/loadsSlowly.ts', import.meta.url),
  neverLoads: new URL('../testing/threads/neverLoads.ts', import.meta.url),
  isMissing: new URL('../testing/threads/isMissing.ts', import.meta.url),
}
const problemWith = (...request: Parameters<typeof readPageInThread>): Promise<unknown> =>
  readPageInThread(...request).catch((error: unknown) => error)

it('stops reading a page that needs too much time', async () => {
  const error = await problemWith(sketchly().repeat(500), { ...unlimited, timeoutMs: 1 })
  expect(error).toBeInstanceOf(UnreadablePage)
  expect(error).toMatchObject({ message: expect.stringContaining('could not be read in time') })
})

it('stops reading a page that needs too much memory', async () => {
  const error = await problemWith(sketchly(), {
    script: threads.needsMemory,
    memoryMb: 64,
    ...unlimited,
  })
  expect(error).toBeInstanceOf(UnreadablePage)
  expect(error).toMatchObject({ message: expect.stringContaining('needs too much memory') })
})

it('stops a page that needs too much memory under the V8 options of `npm start`, and continues', async () => {
  const stdout = await outputOf(
    `const page = ${JSON.stringify(sketchly())}
    const unlimited = ${JSON.stringify(unlimited)}
    const error = await readPageInThread(page.repeat(500), { memoryMb: 24, ...unlimited })
      .catch((error) => error)
    const { offer } = await readPageInThread(page, unlimited)
    console.log(error.message, offer.tiers.length)`,
    [optionOfStart()],
  )
  expect(stdout).toBe('The page is too complex: reading it needs too much memory. 3\n')
})

it('does not count the time to load the reader', async () => {
  const options = { ...unlimited, script: threads.loadsSlowly, timeoutMs: 4_000 }
  expect(await problemWith(sketchly(), options)).toBe('a reading')
})

it.each([
  ['is missing', { script: threads.isMissing }, 'Cannot find module'],
  [
    'does not load in time',
    { script: threads.neverLoads, loadTimeoutMs: 200 },
    'did not load within 0.2 seconds',
  ],
])('does not blame the page if the reader %s', async (_what, options, message) => {
  const error = await problemWith(sketchly(), options)
  expect(error).not.toBeInstanceOf(UnreadablePage)
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
})

it('reads pages in sequence and in parallel, even after the reading of one was stopped', async () => {
  const first = await readPageInThread(sketchly(), unlimited)
  const stopped = readPageInThread(sketchly().repeat(500), { ...unlimited, timeoutMs: 1 })
  await expect(stopped).rejects.toBeInstanceOf(UnreadablePage)
  const pages = [sketchly(), '<p>Nothing to buy</p>']
  const [second, empty] = await Promise.all(pages.map((page) => readPageInThread(page, unlimited)))
  expect(second).toEqual(first)
  expect(empty?.offer.tiers).toEqual([])
})

it('lets the process end while a thread waits for the next page', async () => {
  const stdout = await outputOf(
    `process.on('exit', () => console.log(process.report.getReport().workers.length))
    await readPageInThread('<p>Nothing to buy</p>', ${JSON.stringify(unlimited)})`,
  )
  // The number of threads at the end of the process.
  expect(stdout).toBe('1\n')
})
