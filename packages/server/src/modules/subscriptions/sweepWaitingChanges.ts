import type { Clock } from '../../kernel/clock.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import type { Billing } from '../invoicing/index.ts'
import { scopeOf } from '../organizations/read.ts'
import { closeWaitingChange } from './closeWaitingChange.ts'
import { listOverdueChanges, type OverdueChange } from './store/changes.ts'

/** Ends changes whose payment nobody has made within a day, or before the period was over. */
export async function sweepWaitingChanges(billing: Billing, clock: Clock): Promise<void> {
  await workThrough<OverdueChange>(
    'changes that wait',
    (last) => listOverdueChanges(billing.db, clock.now(), last),
    async ({ environmentId, subscriptionId }) => {
      const scope = await scopeOf(billing.db, environmentId, clock.now())
      await closeWaitingChange(billing, scope, subscriptionId)
    },
  )
}
