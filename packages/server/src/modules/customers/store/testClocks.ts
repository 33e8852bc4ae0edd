import { sql } from 'kysely'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { TestClockRecord } from '../read/testClocks.ts'

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

export interface ClockName {
  environmentId: string
  testClockId: string
}

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

const lockName = ({ environmentId, testClockId }: ClockName) =>
  sql`hashtextextended(${`test clock ${environmentId} ${testClockId}`}, 0)`

/**
 * Takes a clock for as long as the connection lives, or until it is given back; false when somebody
 * else has it. It lies outside of transactions because an advance makes many, with calls to the
 * payment provider in between, and it goes with the connection when the worker dies.
 */
export async function claimClock(connection: Database, clock: ClockName): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_lock(${lockName(clock)}) AS claimed`.execute(connection)
  return rows[0]?.claimed === true
}

export const giveClockBack = (connection: Database, clock: ClockName) =>
  sql`SELECT pg_advisory_unlock(${lockName(clock)})`.execute(connection)

/** Clocks that are on their way but have not moved since `before`: nobody seems to be at it. */
export async function findStoppedClocks(db: Database, before: Date): Promise<ClockName[]> {
  const rows = await db
    .selectFrom('test_clocks')
    .select(['environment_id', 'id'])
    .where('status', '=', 'advancing')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .execute()
  return rows.map((row) => ({ environmentId: row.environment_id, testClockId: row.id }))
}
