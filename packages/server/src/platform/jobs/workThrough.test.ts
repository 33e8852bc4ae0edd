import { describe, expect, it } from 'vitest'
import { workThrough } from './workThrough.ts'

const pagesOf = (size: number, total: number) => async (last: number | null) => {
  const first = (last ?? 0) + 1
  return Array.from(
    { length: Math.max(0, Math.min(size, total - first + 1)) },
    (_, at) => first + at,
  )
}

describe('working through pages', () => {
  it('handles every item once, page after page', async () => {
    const done: number[] = []
    await workThrough('things', pagesOf(7, 30), async (item) => done.push(item))
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  })

  it.each([
    [10, 'by default', undefined],
    [4, 'when configured', 4],
  ])('handles several at once, and never more than %i %s', async (limit, _, atOnce) => {
    let underWay = 0
    let most = 0
    const work = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
    }
    await workThrough('things', pagesOf(50, 100), work, atOnce)
    expect(most).toBe(limit)
  })

  it('continues when one fails, and finally throws all failures', async () => {
    const done: number[] = []
    const work = async (item: number) => {
      if (item % 10 === 0) throw new Error(`${item}`)
      done.push(item)
    }
    const failing = workThrough('things', pagesOf(8, 30), work)
    await expect(failing).rejects.toMatchObject({
      message: 'processing failed for 3 things',
      errors: [{ message: '10' }, { message: '20' }, { message: '30' }],
    })
    expect(done).toHaveLength(27)
  })
})
