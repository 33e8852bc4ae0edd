import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/harness/database/testDatabase.ts'
import { withTransaction } from '../db/withTransaction.ts'
import { countGivenUpJobs } from './countGivenUpJobs.ts'
import { enqueue } from './enqueue.ts'
import { runJobs } from './runJobs.ts'

let database: TestDatabase
let owner: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.owner
})
afterAll(() => database.drop())
beforeEach(() => owner.query('TRUNCATE graphile_worker._private_jobs'))

const ask = (key?: string) =>
  withTransaction(database.db, (tx) =>
    enqueue(tx, { task: 'sync', payload: {}, ...(key && { key }) }),
  )
const onLastAttempt = () =>
  owner.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1')
const rows = async () =>
  (
    await owner.query(
      'SELECT attempts >= max_attempts AS spent, last_error FROM graphile_worker.jobs ORDER BY id',
    )
  ).rows

/** Takes one job, runs `meanwhile`, and lets the job fail. */
async function failOnce(meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  const failed = Promise.withResolvers<void>()
  let isFirst = true
  const sync = async () => {
    if (!isFirst) return
    isFirst = false
    await meanwhile()
    failed.resolve()
    throw new Error('the provider is down')
  }
  const runner = await runJobs(
    owner,
    { handlers: { sync }, schedule: [] },
    pino({ level: 'silent' }),
  )
  await failed.promise
  await runner.stop()
}

describe('a job', () => {
  it.each([undefined, 'sync-1'])(
    'counts as given up after its last failure (key %s)',
    async (key) => {
      await ask(key)
      await onLastAttempt()
      await failOnce()
      expect(await rows()).toEqual([{ spent: true, last_error: 'the provider is down' }])
      expect(await countGivenUpJobs(owner)).toBe(1)
    },
  )

  it('does not count as given up while it will be retried', async () => {
    await ask('sync-1')
    await failOnce()
    expect(await countGivenUpJobs(owner)).toBe(0)
  })

  it('does not count as given up if it was added again, because another job replaced it', async () => {
    await ask('sync-1')
    await failOnce(() => ask('sync-1'))
    expect(await rows()).toContainEqual({ spent: true, last_error: 'the provider is down' })
    expect(await countGivenUpJobs(owner)).toBe(0)
  })

  it('does not count as given up if it died with its process and was then added again', async () => {
    await ask('sync-1')
    await owner.query(
      `UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'dead'`,
    )
    await ask('sync-1')
    expect(await rows()).toContainEqual({ spent: true, last_error: null })
    expect(await countGivenUpJobs(owner)).toBe(0)
    // The queue releases the job after hours.
    await owner.query('UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL')
    expect(await countGivenUpJobs(owner)).toBe(0)
  })
})
