import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { advanceJob } from './advanceTestClock.ts'
import { requireSandbox } from './testClocks.core.ts'
import { findTestClock, type TestClockRecord, updateTestClock } from './testClocks.sql.ts'

const MAX_ADVANCE_MS = 10 * 366 * DAY_MS

/**
 * Sends a clock on its way; a job takes it there. One whose advance has failed goes on from where
 * it stopped.
 */
export async function startAdvance(
  tx: Tx,
  scope: Scope,
  id: string,
  to: Date,
): Promise<TestClockRecord> {
  requireSandbox(scope.environment)
  const clock = await findTestClock(tx, scope.environmentId, id, 'update')
  if (!clock) throw notFound('test clock', id)
  requireValidTarget(clock, to)
  // Whatever was due where it stands has been done, unless an advance has failed there.
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
      `The clock stands at ${frozenTime.toISOString()} and only goes forward. Create another clock to go back.`,
    )
  }
  if (distanceMs > MAX_ADVANCE_MS) {
    throw invalidRequest([
      { path: 'to', message: 'is more than ten years ahead of the clock; advance it in steps' },
    ])
  }
}
