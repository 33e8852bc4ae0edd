import { describe, expect, it } from 'vitest'
import { PurserError } from '../../../kernel/errors.ts'
import { runIsolating } from './runIsolating.ts'

const poisoned = Object.assign(new Error('numeric field overflow'), { code: '22003' })
const deadlock = Object.assign(new Error('deadlock'), { code: '40P01' })

describe('a batch with a poisoned item', () => {
  it.each([0, 3, 7])('rejects only that item, at position %i', async (place) => {
    const runs: number[][] = []
    const answers = await runIsolating(
      [0, 1, 2, 3, 4, 5, 6, 7],
      async (items) => {
        if (items.includes(place)) throw poisoned
        runs.push(items)
        return items.map((item) => `ok ${item}`)
      },
      (item) => `refused ${item}`,
    )
    expect(answers).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((item) => (item === place ? `refused ${item}` : `ok ${item}`)),
    )
    // Each healthy item ran once, in order.
    expect(runs.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].filter((item) => item !== place))
  })

  it('runs again when the database rolled back the whole transaction', async () => {
    let tries = 0
    const run = async (items: number[]) => {
      tries += 1
      if (tries < 3) throw deadlock
      return items
    }
    expect(await runIsolating([1, 2], run, () => -1)).toEqual([1, 2])
    expect(tries).toBe(3)
  })

  it('does not blame an item when the database cannot be reached', async () => {
    const unavailable = new PurserError('unavailable', 'Retry.')
    let runs = 0
    await expect(
      runIsolating(
        [1, 2, 3],
        async () => {
          runs += 1
          throw unavailable
        },
        () => -1,
      ),
    ).rejects.toBe(unavailable)
    expect(runs).toBe(1)
  })
})
