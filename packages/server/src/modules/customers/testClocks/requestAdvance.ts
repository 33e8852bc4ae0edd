import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { advanceJob } from './advanceTestClock.ts'
import { requireSandboxForTestClocks } from './testClocks.core.ts'
import { findTestClock, type TestClockRecord, updateTestClock } from './testClocks.sql.ts'

const MAX_ADVANCE_MS = 10 * 366 * DAY_MS

/**
 * Starts an advance, which a job then carries out. After a failed advance, the clock continues from
 * the time at which it stopped.
 */
export async function requestAdvance(
  tx: Tx,
  scope: Scope,
  id: string,
  to: Date,
): Promise<TestClockRecord> {
  requireSandboxForTestClocks(scope.environment)
  const clock = await findTestClock(tx, scope.environmentId, id, 'update')
  if (!clock) throw notFound('test clock', id)
  requireValidTarget(clock, to)
  // All work at the current time is done, unless an advance has failed there.
  if (clock.status === 'ready' && to.getTime() === clock.frozenTime.getTime()) return clock
  const advancing = { ...clock, targetTime: to, status: 'advancing', updatedAt: scope.now } as const
  await updateTestClock(tx, scope.environmentId, advancing)
  await enqueue(tx, advanceJob({ environmentId: scope.environmentId, testClockId: id }))
  return advancing
}

function requireValidTarget({ status, frozenTime }: TestClockRecord, to: Date): void {
  if (status === 'advancing') {
    throw new PurserError(
      'invalid_state',
      'The clock is still advancing. Advance it again when its status is ready.',
    )
  }
  const distanceMs = to.getTime() - frozenTime.getTime()
  if (distanceMs < 0) {
    throw new PurserError(
      'clock_moved_back',
      `The clock is at ${frozenTime.toISOString()} and can only move forward. Create another clock for an earlier time.`,
    )
  }
  if (distanceMs > MAX_ADVANCE_MS) {
    throw invalidRequest([
      { path: 'to', message: 'is more than ten years ahead of the clock; advance it in steps' },
    ])
  }
}
