import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PurserError } from '../../../kernel/errors.ts'
import type { DueWork } from '../ports.ts'
import { type ClockBench, startClockBench } from '../testing/clockBench.ts'
import { advanceTestClock } from './advanceTestClock.ts'

const MARCH = '2031-03-01T00:00:00.000Z'
const APRIL = '2031-04-01T00:00:00.000Z'
const day = (number: number) => `2031-03-${String(number).padStart(2, '0')}T00:00:00.000Z`

let bench: ClockBench
beforeAll(async () => {
  bench = await startClockBench()
})
afterAll(() => bench.stop())

/** Work with fixed due times. Each item is done once it has run at or after its time. */
function agenda(name: string, log: string[], instants: string[], more: Partial<DueWork> = {}) {
  const work: DueWork = {
    nextDueAt: async () => (instants.length === 0 ? null : new Date(instants.toSorted()[0] ?? '')),
    runDue: async (_, at) => {
      for (const instant of instants.filter((each) => each <= at.toISOString()).toSorted()) {
        instants.splice(instants.indexOf(instant), 1)
        log.push(`${name} ${instant.slice(8, 10)} on ${at.toISOString().slice(8, 10)}`)
      }
    },
    ...more,
  }
  return work
}

/** An advancing clock and the worker that advances it. */
async function underWay(to = APRIL) {
  const { id } = await bench.clock(MARCH)
  await bench.send(id, to)
  const key = { environmentId: bench.app.sandbox.environmentId, testClockId: id }
  return {
    id,
    run: (works: readonly DueWork[]) => advanceTestClock(bench.app.db, bench.app.clock, works, key),
  }
}

describe('advanceTestClock', () => {
  it('stops at each due time up to the target and does the due work in the given order', async () => {
    const { id, run } = await underWay()
    const log: string[] = []
    const works = [
      agenda('b', log, [day(9), day(2)]),
      agenda('a', log, [day(9), '2031-04-01T00:00:00.001Z']),
      agenda('c', log, [day(9), APRIL]),
    ]
    expect(await run(works)).toBe('arrived')
    expect(log).toEqual(['b 02 on 02', 'b 09 on 09', 'a 09 on 09', 'c 09 on 09', 'c 01 on 01'])
    expect(await bench.clockNow(id)).toMatchObject({ status: 'ready', frozenTime: APRIL })
  })

  it('sets the clock to the due time before it does the work', async () => {
    const { id, run } = await underWay()
    const seen: string[] = []
    const instants = [day(2), day(9)]
    const runDue = async () => {
      seen.push((await bench.clockNow(id)).frozenTime)
      instants.shift()
    }
    await run([agenda('a', [], instants, { runDue })])
    expect(seen).toEqual([day(2), day(9)])
  })

  it('does follow-up work at the same time, even if it comes earlier in the order', async () => {
    const { run } = await underWay()
    const log: string[] = []
    const first: string[] = []
    const runDue = async (_: unknown, at: Date) => {
      if (second.length === 0) return
      log.push('invoice')
      second.length = 0
      first.push(at.toISOString())
    }
    const second = [day(5)]
    await run([agenda('follows', log, first), agenda('leads', log, second, { runDue })])
    expect(log).toEqual(['invoice', 'follows 05 on 05'])
  })

  it('does overdue work at the current time of the clock', async () => {
    const { run } = await underWay()
    const log: string[] = []
    await run([agenda('a', log, ['2031-02-10T00:00:00.000Z'])])
    expect(log).toEqual(['a 10 on 01'])
  })

  it('marks the clock as failed after three attempts and continues there on the next advance', async () => {
    const { id, run } = await underWay()
    const log: string[] = []
    let fails = 2
    const instants = [day(2), day(9)]
    const plain = agenda('a', log, instants)
    const failing: DueWork = {
      ...plain,
      runDue: async (key, at) => {
        if (at.toISOString() === day(9) && fails-- > 0) throw new Error('not today')
        await plain.runDue(key, at)
      },
    }
    expect(await run([failing])).toBe('arrived')
    expect(log).toEqual(['a 02 on 02', 'a 09 on 09'])
    const again = await underWay()
    instants.push(day(2), day(9))
    fails = 3
    await expect(again.run([failing])).rejects.toThrow('not today')
    expect(await bench.clockNow(again.id)).toMatchObject({ status: 'failed', frozenTime: day(9) })
    expect(await again.run([failing])).toBe('arrived')
    expect(await bench.clockNow(again.id)).toMatchObject({ status: 'failed' })
    expect(
      await bench.app.fails('advanceTestClock', {
        params: { id: again.id },
        body: { to: day(8) },
      }),
    ).toMatchObject({ code: 'clock_moved_back' })
    await bench.send(again.id, day(9))
    await again.run([failing])
    expect(log.slice(2)).toEqual(['a 02 on 02', 'a 09 on 09'])
    expect(await bench.clockNow(again.id)).toMatchObject({ status: 'ready', frozenTime: day(9) })
    expect(await bench.clockNow(id)).toMatchObject({ frozenTime: APRIL })
  })

  it('fails if work stays due after it was done', async () => {
    const { id, run } = await underWay()
    let times = 0
    const runDue = async () => {
      times += 1
    }
    await expect(run([agenda('a', [], [day(3)], { runDue })])).rejects.toThrow(
      `Work stays due at ${day(3)}`,
    )
    expect(times).toBe(1_001)
    expect(await bench.clockNow(id)).toMatchObject({ status: 'failed', frozenTime: day(3) })
  })

  const unreachable = new PurserError('unavailable', 'no database')
  it.each([
    ['', unreachable],
    [
      ' to a part of the work',
      new AggregateError([new Error('not me'), unreachable], 'no database'),
    ],
  ])('stays advancing for the next job if the database is unavailable%s', async (_, error) => {
    const { id, run } = await underWay()
    const runDue = () => Promise.reject(error)
    await expect(run([agenda('a', [], [day(3)], { runDue })])).rejects.toThrow('no database')
    expect(await bench.clockNow(id)).toMatchObject({ status: 'advancing', frozenTime: day(3) })
  })

  it('runs in one worker, and a second worker stops', async () => {
    const { run } = await underWay()
    const log: string[] = []
    const plain = agenda('a', log, [day(2), day(3)])
    const second: string[] = []
    const watched: DueWork = {
      ...plain,
      runDue: async (key, at) => {
        second.push(await run([plain]))
        await plain.runDue(key, at)
      },
    }
    expect(await run([watched])).toBe('arrived')
    expect(second).toEqual(['taken', 'taken'])
    expect(log).toEqual(['a 02 on 02', 'a 03 on 03'])
    expect(await run([plain])).toBe('arrived')
  })

  it('pauses after a while, so that the worker can stop quickly', async () => {
    const { id, run } = await underWay()
    const log: string[] = []
    const plain = agenda('a', log, [day(2), day(3), day(4)])
    const slow: DueWork = {
      ...plain,
      runDue: async (key, at) => {
        bench.app.clock.advance({ seconds: 15 })
        await plain.runDue(key, at)
      },
    }
    expect(await run([slow])).toBe('paused')
    expect(log).toHaveLength(2)
    expect(await bench.clockNow(id)).toMatchObject({ status: 'advancing', frozenTime: day(3) })
    expect(await run([slow])).toBe('arrived')
    expect(log).toHaveLength(3)
  })
})
