import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { sketchly } from '../testing/sketchly.ts'
import { readPageInThread } from './readPageInThread.ts'
import { UnreadablePage } from './UnreadablePage.core.ts'

it('reads a page in another thread and returns its offer and its text', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const { offer, text } = await readPageInThread(sketchly())
  clearImmediate(timer)
  expect(offer.tiers.map(({ name }) => name)).toEqual(['Free', 'Pro', 'Enterprise'])
  expect(text).toContain('10,000 API calls per month')
  // This thread was not blocked.
  expect(turns).toBeGreaterThan(10)
})

it.each([
  ['time', { timeoutMs: 1 }, 'could not be read in time'],
  ['memory', { memoryMb: 32 }, 'needs too much memory'],
])('stops reading a page that needs too much %s', async (_what, bounds, why) => {
  const reading = readPageInThread(sketchly().repeat(2_000), bounds)
  const error = await reading.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnreadablePage)
  expect(error).toMatchObject({ message: expect.stringContaining(why) })
})

it('does not count the time to load the reader', async () => {
  const script = new URL('../testing/slowReadPageWorker.ts', import.meta.url)
  // No other test uses this memory limit, so the thread is new.
  const reading = readPageInThread(sketchly(), { script, timeoutMs: 2_500, memoryMb: 128 })
  expect((await reading).offer.tiers).toHaveLength(3)
})

it('reports a reader that does not load as an error of the server, not of the page', async () => {
  const script = new URL('../testing/missing.ts', import.meta.url)
  const reading = readPageInThread(sketchly(), { script, memoryMb: 64 })
  const error = await reading.catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(UnreadablePage)
  expect(error).toMatchObject({ message: expect.stringContaining('Cannot find module') })
})

it('reads pages in sequence and in parallel, even after the reading of one was stopped', async () => {
  const first = await readPageInThread(sketchly())
  await expect(readPageInThread(sketchly().repeat(500), { timeoutMs: 1 })).rejects.toThrow()
  const pages = [sketchly(), '<p>Nothing to buy</p>']
  const [second, empty] = await Promise.all(pages.map((page) => readPageInThread(page)))
  expect(second).toEqual(first)
  expect(empty?.offer.tiers).toEqual([])
})

it('lets the process end while a thread waits for the next page', async () => {
  const file = JSON.stringify(new URL('./readPageInThread.ts', import.meta.url).href)
  const program = `const { readPageInThread } = await import(${file})
    process.on('exit', () => console.log(process.report.getReport().workers.length))
    await readPageInThread('<p>Nothing to buy</p>')`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ])
  // The number of threads at the end of the process.
  expect(stdout).toBe('1\n')
})
