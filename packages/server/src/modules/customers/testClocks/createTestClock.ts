import type { BodyOf, testClockEndpoints } from '@purser/contract'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { requireSandboxForTestClocks } from './testClocks.core.ts'
import { insertTestClock, type TestClockRecord } from './testClocks.sql.ts'

/**
 * Creates a clock at any time in the past or future. The time stays the same until the clock is
 * advanced.
 */
export async function createTestClock(
  tx: Tx,
  scope: Scope,
  input: BodyOf<typeof testClockEndpoints.createTestClock>,
): Promise<TestClockRecord> {
  requireSandboxForTestClocks(scope.environment)
  const clock: TestClockRecord = {
    id: newId('testClock'),
    name: input.name ?? null,
    frozenTime: new Date(input.frozenTime),
    targetTime: null,
    status: 'ready',
    createdAt: scope.now,
    updatedAt: scope.now,
  }
  await insertTestClock(tx, scope.environmentId, clock)
  return clock
}
