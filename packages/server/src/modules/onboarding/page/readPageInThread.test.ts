import { expect, it } from 'vitest'
import { sketchly } from '../testing/sketchly.ts'
import { readPageInThread } from './readPageInThread.ts'
import { UnreadablePage } from './UnreadablePage.core.ts'

it('reads a page in another thread, as an offer and as text', async () => {
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
  ['memory', { memoryMb: 8 }, 'needs too much memory'],
])('a page that takes too much %s is stopped', async (_what, bounds, why) => {
  const reading = readPageInThread(sketchly().repeat(500), bounds)
  const error = await reading.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnreadablePage)
  expect(error).toMatchObject({ message: expect.stringContaining(why) })
})
