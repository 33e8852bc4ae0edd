import type { TestClock } from '@purser/contract'
import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { ClockKey } from '../../../kernel/clock.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { isClockAdvancing } from '../../../platform/db/dueOnClock.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'

export interface TestClockRecord {
  id: string
  name: string | null
  /** The current time of the clock. */
  frozenTime: Date
  /** The target of the current advance; null when the clock is ready. */
  targetTime: Date | null
  status: TestClock['status']
  createdAt: Date
  updatedAt: Date
}

const select = (db: Database | Tx, environmentId: string) =>
  db
    .selectFrom('test_clocks')
    .select([
      'id',
      'name',
      'frozen_time as frozenTime',
      'target_time as targetTime',
      'status',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toRecord = (row: Row): TestClockRecord => ({
  ...row,
  status: row.status as TestClock['status'],
})

/**
 * Finds a test clock. Use `update` to change the clock, and `share` to rely on its state until the
 * transaction ends.
 */
export async function findTestClock(
  db: Database | Tx,
  environmentId: string,
  id: string,
  lock: 'update' | 'share' | 'none' = 'none',
): Promise<TestClockRecord | null> {
  const row = await select(db, environmentId)
    .where('id', '=', id)
    .$if(lock === 'update', (query) => query.forUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

export async function listTestClocks(
  tx: Tx,
  environmentId: string,
  page: PageRequest,
): Promise<TestClockRecord[]> {
  const rows = await select(tx, environmentId)
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toRecord)
}

export const renderTestClock = (clock: TestClockRecord): TestClock => ({
  id: clock.id,
  name: clock.name,
  frozenTime: clock.frozenTime.toISOString(),
  status: clock.status,
  createdAt: clock.createdAt.toISOString(),
  updatedAt: clock.updatedAt.toISOString(),
})

/** Returns true if the test clock of a customer is advancing. The clock then does all due work. */
export async function hasAdvancingClock(
  db: Database | Tx,
  environmentId: string,
  customerId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('customers as c')
    .innerJoin('test_clocks as k', (join) =>
      join.onRef('k.environment_id', '=', 'c.environment_id').onRef('k.id', '=', 'c.test_clock_id'),
    )
    .select('k.id')
    .where('c.bucket', '=', bucketOf(environmentId, customerId))
    .where('c.environment_id', '=', environmentId)
    .where('c.id', '=', customerId)
    .where(isClockAdvancing)
    .executeTakeFirst()
  return row !== undefined
}

export const insertTestClock = (tx: Tx, environmentId: string, clock: TestClockRecord) =>
  tx
    .insertInto('test_clocks')
    .values({
      environment_id: environmentId,
      id: clock.id,
      name: clock.name,
      frozen_time: clock.frozenTime,
      target_time: clock.targetTime,
      status: clock.status,
      created_at: clock.createdAt,
      updated_at: clock.updatedAt,
    })
    .execute()

export const updateTestClock = (
  db: Database | Tx,
  environmentId: string,
  clock: Pick<TestClockRecord, 'id' | 'frozenTime' | 'targetTime' | 'status' | 'updatedAt'>,
) =>
  db
    .updateTable('test_clocks')
    .set({
      frozen_time: clock.frozenTime,
      target_time: clock.targetTime,
      status: clock.status,
      updated_at: clock.updatedAt,
    })
    .where('environment_id', '=', environmentId)
    .where('id', '=', clock.id)
    .execute()

const lockId = ({ environmentId, testClockId }: ClockKey) =>
  sql`hashtextextended(${`test clock ${environmentId} ${testClockId}`}, 0)`

/**
 * Locks a clock until it is released or the connection ends. Returns false if another worker has
 * it. The lock is not bound to a transaction, because an advance runs many transactions with
 * provider calls in between. If the worker dies, its connection ends and the lock is released.
 */
export async function claimClock(connection: Database, clock: ClockKey): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_lock(${lockId(clock)}) AS claimed`.execute(connection)
  return rows[0]?.claimed === true
}

export const releaseClock = (connection: Database, clock: ClockKey) =>
  sql`SELECT pg_advisory_unlock(${lockId(clock)})`.execute(connection)

/**
 * Finds advancing clocks that have not changed since `before`, so that probably no worker is
 * advancing them.
 */
export async function findStalledClocks(db: Database, before: Date): Promise<ClockKey[]> {
  const rows = await db
    .selectFrom('test_clocks')
    .select(['environment_id', 'id'])
    .where('status', '=', 'advancing')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .execute()
  return rows.map((row) => ({ environmentId: row.environment_id, testClockId: row.id }))
}
