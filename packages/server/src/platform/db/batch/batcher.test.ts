import { describe, expect, it } from 'vitest'
import { createBatcher, type Turn } from './batcher.ts'

interface Item {
  customer: string
  bucket: number
  value: number
}

/** Creates a batcher whose runs end when the test says so. */
function start(options: Partial<Parameters<typeof createBatcher<Item, number>>[0]> = {}) {
  const runs: { items: Item[]; turn: Turn; end(): void; fail(error: Error): void }[] = []
  const batcher = createBatcher<Item, number>({
    run: (items, turn) =>
      new Promise((resolve, reject) => {
        runs.push({
          items,
          turn,
          end: () => resolve(items.map(({ value }) => value * 10)),
          fail: reject,
        })
      }),
    customerOf: ({ customer }) => customer,
    bucketOf: ({ bucket }) => bucket,
    maxBatch: 10,
    lanes: 1,
    runsPerLane: 1,
    enough: 100,
    maxQueued: 100,
    maxQueuedPerCustomer: 50,
    ...options,
  })
  return { batcher, runs }
}

const tick = () => new Promise((resolve) => setImmediate(resolve))
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await tick()
}
const item = (customer: string, value: number, bucket = 0): Item => ({ customer, bucket, value })

describe('a batcher', () => {
  it('runs a single item immediately', async () => {
    const { batcher, runs } = start()
    const answer = batcher.submit([item('a', 1)])
    await settled()
    expect(runs).toHaveLength(1)
    runs[0]?.end()
    expect(await answer).toEqual([10])
  })

  it('never adds an item to a run that has started', async () => {
    const { batcher, runs } = start()
    batcher.submit([item('a', 1)])
    await settled()
    const second = batcher.submit([item('b', 2)])
    const third = batcher.submit([item('c', 3)])
    await settled()
    expect(runs).toHaveLength(1)
    expect(runs[0]?.items).toHaveLength(1)
    runs[0]?.end()
    await settled()
    expect(runs[1]?.items.map(({ value }) => value)).toEqual([2, 3])
    runs[1]?.end()
    expect(await Promise.all([second, third])).toEqual([[20], [30]])
  })

  it('keeps the order of each customer, across runs and within one', async () => {
    const { batcher, runs } = start({ maxBatch: 3 })
    const answer = batcher.submit([1, 2, 3, 4, 5, 6, 7].map((value) => item('a', value)))
    for (let run = 0; run < 3; run += 1) {
      await settled()
      runs[run]?.end()
    }
    expect(await answer).toEqual([10, 20, 30, 40, 50, 60, 70])
    expect(runs.flatMap(({ items }) => items.map(({ value }) => value))).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ])
  })

  it('gives every customer a fair share of a run, even if one customer has queued a lot', async () => {
    const { batcher, runs } = start()
    batcher.submit(Array.from({ length: 40 }, (_, at) => item('hot', at)))
    batcher.submit([item('quiet', 100, 3)])
    batcher.submit([item('other', 200, 5)])
    await settled()
    const customers = runs[0]?.items.map(({ customer }) => customer) ?? []
    expect(customers).toHaveLength(10)
    expect(customers).toContain('quiet')
    expect(customers).toContain('other')
  })

  it("lets a customer that arrives late overtake another customer's backlog", async () => {
    const { batcher, runs } = start()
    batcher.submit(Array.from({ length: 40 }, (_, at) => item('hot', at)))
    await settled()
    batcher.submit([item('late', 1)])
    runs[0]?.end()
    await settled()
    expect(runs[1]?.items.some(({ customer }) => customer === 'late')).toBe(true)
  })

  it('accepts all of a request or none of it when the queue is full', async () => {
    const { batcher } = start({ maxQueued: 5 })
    batcher.submit([item('a', 1), item('a', 2), item('a', 3)])
    await expect(batcher.submit([item('b', 1), item('b', 2), item('b', 3)])).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      retryAfterSeconds: 1,
    })
    expect(batcher.queued).toBe(3)
    batcher.submit([item('b', 1), item('b', 2)])
    expect(batcher.queued).toBe(5)
  })

  it('does not let one customer fill the queue', async () => {
    const { batcher } = start({ maxQueued: 100, maxQueuedPerCustomer: 4 })
    await expect(
      batcher.submit(Array.from({ length: 5 }, (_, at) => item('hot', at))),
    ).rejects.toMatchObject({ code: 'unavailable' })
    batcher.submit(Array.from({ length: 4 }, (_, at) => item('hot', at)))
    await expect(batcher.submit([item('hot', 5)])).rejects.toMatchObject({ code: 'unavailable' })
    batcher.submit([item('quiet', 1)])
    expect(batcher.queued).toBe(5)
  })

  it('runs concurrently when there is enough work, each run with separate buckets', async () => {
    const { batcher, runs } = start({ lanes: 3, enough: 4 })
    batcher.submit(Array.from({ length: 24 }, (_, at) => item(`c${at}`, at, at)))
    await settled()
    expect(runs).toHaveLength(3)
    const groups = runs.map(({ items }) => new Set(items.map(({ bucket }) => bucket % 8)))
    for (const [at, group] of groups.entries()) {
      for (const other of groups.slice(at + 1)) {
        expect([...group].some((bucket) => other.has(bucket))).toBe(false)
      }
    }
  })

  it('runs one at a time while there is little work', async () => {
    const { batcher, runs } = start({ lanes: 3, enough: 4 })
    batcher.submit([item('a', 1, 0)])
    await settled()
    batcher.submit([item('b', 1, 1)])
    await settled()
    expect(runs).toHaveLength(1)
  })

  it('reaches every bucket, even if the first ones always have enough work', async () => {
    const { batcher, runs } = start({ lanes: 1, enough: 4, maxBatch: 4 })
    const busy = () => batcher.submit(Array.from({ length: 4 }, (_, at) => item(`c${at}`, at, 0)))
    busy()
    await settled()
    batcher.submit([item('last', 99, 7)])
    for (let run = 0; run < 3; run += 1) {
      busy()
      runs[run]?.end()
      await settled()
    }
    const values = runs.flatMap(({ items }) => items.map(({ value }) => value))
    expect(values).toContain(99)
  })

  it('starts the next run of a lane when the current run makes way, but no third run', async () => {
    const { batcher, runs } = start({ runsPerLane: 2 })
    batcher.submit([item('a', 1)])
    await settled()
    const second = batcher.submit([item('a', 2)])
    await settled()
    expect(runs).toHaveLength(1)
    runs[0]?.turn.makeWay()
    await settled()
    expect(runs[1]?.items.map(({ value }) => value)).toEqual([2])
    runs[1]?.turn.makeWay()
    batcher.submit([item('a', 3)])
    await settled()
    expect(runs).toHaveLength(2)
    runs[0]?.end()
    await settled()
    expect(runs[2]?.items.map(({ value }) => value)).toEqual([3])
    runs[1]?.end()
    expect(await second).toEqual([20])
  })

  it('notifies a run when the run before it in its lane has been answered', async () => {
    const { batcher, runs } = start({ runsPerLane: 2 })
    const answered: string[] = []
    batcher.submit([item('a', 1)]).then(() => answered.push('first'))
    await settled()
    batcher.submit([item('a', 2)])
    runs[0]?.turn.makeWay()
    await settled()
    runs[1]?.turn.before.then(() => answered.push('before the second'))
    await settled()
    expect(answered).toEqual([])
    runs[0]?.end()
    await settled()
    expect(answered.toSorted()).toEqual(['before the second', 'first'])
  })

  it("divides a lane's work evenly among its runs", async () => {
    const { batcher, runs } = start({ runsPerLane: 2, maxBatch: 100 })
    batcher.submit(Array.from({ length: 44 }, (_, at) => item(`c${at}`, at)))
    await settled()
    expect(runs[0]?.items).toHaveLength(22)
    runs[0]?.turn.makeWay()
    await settled()
    expect(runs[1]?.items).toHaveLength(22)
  })

  it('starts a run behind another run only when at least as much work is waiting', async () => {
    const { batcher, runs } = start({ runsPerLane: 2 })
    batcher.submit([item('a', 1), item('b', 2), item('c', 3)])
    await settled()
    runs[0]?.turn.makeWay()
    batcher.submit([item('a', 4), item('d', 5)])
    await settled()
    expect(runs).toHaveLength(1)
    batcher.submit([item('e', 6)])
    await settled()
    expect(runs[1]?.items.map(({ value }) => value)).toEqual([4, 5, 6])
    batcher.submit([item('a', 7)])
    runs[0]?.end()
    runs[1]?.turn.makeWay()
    await settled()
    expect(runs).toHaveLength(2)
    runs[1]?.end()
    await settled()
    expect(runs[2]?.items.map(({ value }) => value)).toEqual([7])
  })

  it('does not split a small amount of work', async () => {
    const { batcher, runs } = start({ runsPerLane: 2 })
    batcher.submit(Array.from({ length: 9 }, (_, at) => item(`c${at}`, at)))
    await settled()
    expect(runs[0]?.items).toHaveLength(9)
  })

  it('does not give a bucket with a current run to another lane', async () => {
    const { batcher, runs } = start({ lanes: 2, runsPerLane: 2, enough: 4 })
    batcher.submit(Array.from({ length: 4 }, (_, at) => item('a', at, 0)))
    await settled()
    batcher.submit([item('a', 9, 0)])
    batcher.submit(Array.from({ length: 4 }, (_, at) => item('b', at, 1)))
    await settled()
    expect(runs.map(({ turn }) => turn.lane)).toEqual([0, 1])
    expect(runs[1]?.items.map(({ customer }) => customer)).toEqual(['b', 'b', 'b', 'b'])
  })

  it('fails every item of a failed run and continues', async () => {
    const { batcher, runs } = start()
    const failed = batcher.submit([item('a', 1)])
    const refused = expect(failed).rejects.toThrow('lost')
    await settled()
    const next = batcher.submit([item('b', 2)])
    runs[0]?.fail(new Error('lost'))
    await refused
    await settled()
    runs[1]?.end()
    expect(await next).toEqual([20])
  })
})
