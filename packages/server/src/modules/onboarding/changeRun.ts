import type { Clock } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { scopeOf } from '../organizations/read.ts'
import { isEnded } from './core/runState.ts'
import { lockRun, type StoredRun } from './store/runs.ts'

/** One step of a run in one transaction, for as long as it is still ours to work on. */
export function changeRun<T>(
  { db, clock }: { db: Database; clock: Clock },
  { environmentId, id, attemptCount }: StoredRun,
  step: (tx: Tx, run: StoredRun, scope: Scope) => Promise<T>,
): Promise<T> {
  return withTransaction(db, async (tx) => {
    const run = await lockRun(tx, { environmentId, id })
    if (!run || isEnded(run.status) || run.attemptCount !== attemptCount) {
      throw new Error(`the onboarding run ${id} was taken over by somebody else`)
    }
    return step(tx, run, await scopeOf(tx, environmentId, clock.now()))
  })
}
