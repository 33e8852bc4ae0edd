import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/harness/database/testDatabase.ts'
import { databaseJobs } from '../db/jobs.ts'
import { withTransaction } from '../db/withTransaction.ts'
import { enqueue, type Job } from './enqueue.ts'
import { combineJobs, type Jobs, runJobs } from './runJobs.ts'

let database: TestDatabase
let owner: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.owner
})
afterAll(() => database.drop())
beforeEach(() => owner.query('TRUNCATE graphile_worker._private_jobs'))

const logger = pino({ level: 'silent' })
const enqueueAll = (...jobs: Job[]) =>
  withTransaction(database.db, async (tx) => {
    for (const job of jobs) await enqueue(tx, job)
  })
const listQueued = async () =>
  (
    await owner.query(
      `SELECT t.identifier AS task, j.payload, j.key FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
    )
  ).rows

/** Runs the queue until the given number of jobs have run. */
async function runUntil(
  jobs: number,
  during: () => Promise<void> = async () => {},
): Promise<unknown[]> {
  const done = Promise.withResolvers<void>()
  const payloads: unknown[] = []
  const runner = await runJobs(
    owner,
    {
      schedule: [],
      handlers: {
        note: async (payload) => {
          payloads.push(payload)
          if (payloads.length === jobs) done.resolve()
        },
      },
    },
    logger,
  )
  await during()
  await done.promise
  await runner.stop()
  return payloads
}

describe('a job', () => {
  it('is queued once its transaction has committed, and not before', async () => {
    const added = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const writing = withTransaction(database.db, async (tx) => {
      await enqueue(tx, { task: 'note', payload: { number: 1 } })
      added.resolve()
      await commit.promise
    })
    await added.promise
    expect(await listQueued()).toEqual([])
    commit.resolve()
    await writing
    expect(await listQueued()).toEqual([{ task: 'note', payload: { number: 1 }, key: null }])
  })

  it('disappears when its transaction rolls back', async () => {
    const failing = withTransaction(database.db, async (tx) => {
      await enqueue(tx, { task: 'note', payload: {} })
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    expect(await listQueued()).toEqual([])
  })

  it('runs once with its payload and is then deleted', async () => {
    const payload = { text: '"quoted" \\ $1', list: [1, null], deep: { a: true } }
    await enqueueAll({ task: 'note', payload })
    expect(await runUntil(1)).toEqual([payload])
    expect(await listQueued()).toEqual([])
  })

  it('runs immediately when it is added while the queue is running', async () => {
    const during = () => enqueueAll({ task: 'note', payload: { late: true } })
    expect(await runUntil(1, during)).toEqual([{ late: true }])
  })

  it('runs once when two processes work on the queue', async () => {
    const numbers = [...Array.from({ length: 40 }).keys()]
    await enqueueAll(...numbers.map((number) => ({ task: 'note', payload: { number } })))
    const values: number[] = []
    const done = Promise.withResolvers<void>()
    const jobs: Jobs = {
      schedule: [],
      handlers: {
        note: async (payload) => {
          values.push((payload as { number: number }).number)
          if (values.length >= numbers.length) done.resolve()
        },
      },
    }
    const runners = [await runJobs(owner, jobs, logger), await runJobs(owner, jobs, logger)]
    await done.promise
    for (const runner of runners) await runner.stop()
    expect(values.sort((a, b) => a - b)).toEqual(numbers)
    expect(await listQueued()).toEqual([])
  })

  it('replaces the payload of a waiting job with the same key', async () => {
    await enqueueAll(
      { task: 'note', payload: { number: 1 }, key: 'sweep' },
      { task: 'note', payload: { number: 2 }, key: 'sweep' },
      { task: 'note', payload: { number: 3 }, key: 'other' },
    )
    await enqueueAll({ task: 'note', payload: { number: 4 }, key: 'sweep' })
    expect(await listQueued()).toEqual([
      { task: 'note', payload: { number: 4 }, key: 'sweep' },
      { task: 'note', payload: { number: 3 }, key: 'other' },
    ])
    const ran = (await runUntil(2)) as { number: number }[]
    expect(ran.map(({ number }) => number).sort()).toEqual([3, 4])
  })

  it('is kept for a retry when it fails', async () => {
    await enqueueAll({ task: 'fail', payload: {} })
    const failed = Promise.withResolvers<void>()
    const runner = await runJobs(
      owner,
      {
        schedule: [],
        handlers: {
          fail: async () => {
            failed.resolve()
            throw new Error('not today')
          },
        },
      },
      logger,
    )
    await failed.promise
    await runner.stop()
    const { rows } = await owner.query(
      'SELECT attempts, last_error, locked_at, run_at > now() AS later FROM graphile_worker._private_jobs',
    )
    expect(rows).toEqual([{ attempts: 1, last_error: 'not today', locked_at: null, later: true }])
  })
})

describe('a sweep', () => {
  it('is not started again by the schedule while it runs, and other jobs continue', async () => {
    const finish = Promise.withResolvers<void>()
    const noted = Promise.withResolvers<void>()
    let begun = 0
    const handlers = {
      sweep: async () => {
        begun += 1
        await finish.promise
      },
      note: async () => noted.resolve(),
    }
    const runner = await runJobs(owner, { handlers, schedule: [] }, logger)
    const scheduled = { task: 'sweep', payload: { _cron: { ts: '2026-01-01T00:00:00Z' } } }
    // More jobs than run at once: if each of them waited, the note would never run.
    await enqueueAll(...Array.from({ length: 8 }, () => scheduled), { task: 'note', payload: {} })
    await noted.promise
    expect(begun).toBe(1)
    finish.resolve()
    await runner.stop()
  })
})

describe('a loop', () => {
  it('runs beside the queue, and stopping waits for its current work', async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const steps: string[] = []
    const loop = {
      settle: async () => {},
      run: async (signal: AbortSignal) => {
        begun.resolve()
        await finish.promise
        steps.push(signal.aborted ? 'finished after the signal' : 'finished before the signal')
      },
    }
    const idle = { handlers: { note: async () => {} }, schedule: [] }
    const jobs = combineJobs(idle, { handlers: {}, schedule: [], loops: [loop] })
    const runner = await runJobs(owner, jobs, logger)
    await begun.promise
    const stopped = runner.stop().then(() => steps.push('stopped'))
    finish.resolve()
    await stopped
    expect(steps).toEqual(['finished after the signal', 'stopped'])
  })
})

describe('the queue', () => {
  it.each([
    'SELECT * FROM graphile_worker._private_jobs',
    'DELETE FROM graphile_worker._private_jobs',
    `SELECT graphile_worker.add_job('note')`,
    'TRUNCATE graphile_worker._private_tasks',
  ])('is closed to the application: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('purges idempotency keys every hour', () => {
    const { handlers, schedule } = databaseJobs(database.db, { now: () => new Date() })
    expect(schedule).toEqual(['17 * * * * purgeIdempotencyKeys'])
    for (const line of schedule) expect(handlers).toHaveProperty(line.split(' ')[5] ?? '')
  })
})
