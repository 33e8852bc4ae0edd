import type { Clock } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import type { Billing } from '../invoicing/index.ts'
import { scopeOf } from '../organizations/read.ts'
import { expireSession } from './expireSession.ts'
import { type DueSession, findDueSessions } from './store/sweep.ts'

/** Ends sessions whose purchase was made or failed while nobody looked, and those out of time. */
export async function sweepSessions(billing: Billing, clock: Clock): Promise<void> {
  await workThrough<DueSession>(
    'checkout sessions',
    (last) => findDueSessions(billing.db, clock.now(), last),
    async (due) => {
      const scope: Scope = await scopeOf(billing.db, due.environmentId, clock.now())
      await expireSession(billing, scope, due)
    },
  )
}
