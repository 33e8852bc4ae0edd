import type { Clock } from '../../kernel/clock.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import type { DueWork } from '../customers/index.ts'
import type { Billing } from '../invoicing/index.ts'
import { scopeOf } from '../organizations/read.ts'
import { expireSession } from './expireSession.ts'
import { type DueSession, findDueSessionsOnClock, findNextExpiry } from './store/sweep.ts'

/** Sessions of customers on a test clock run out in the clock's time. */
export const createDueWork = ({ db, ...billing }: Billing, clock: Clock): DueWork => ({
  nextDueAt: (key) => findNextExpiry(db, key),
  runDue: (key, at) =>
    workThrough<DueSession>(
      'checkout sessions',
      (last) => findDueSessionsOnClock(db, key, at, last),
      async (due) => {
        const scope = await scopeOf(db, due.environmentId, clock.now())
        const status = await expireSession({ db, ...billing }, scope, due)
        if (due.isOutOfTime && status === 'pending') {
          throw new Error(`The payment provider does not say what became of ${due.id}.`)
        }
      },
    ),
})
