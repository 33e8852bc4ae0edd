import type { Clock } from '../../kernel/clock.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { Billing } from '../invoicing/index.ts'
import { readScope } from '../organizations/read.ts'
import { beginWaitingTrials } from './begin/beginTrial.ts'
import { sweepWaitingChanges } from './change/closeWaitingChange.ts'
import { migrateSubscribers, sweepPlanMigrations } from './migrate/migrateSubscribers.ts'
import { renewDueSubscriptions } from './renew/renewDueSubscriptions.ts'

export const subscriptionJobs = (billing: Billing, clock: Clock): Jobs => ({
  handlers: {
    renewDueSubscriptions: () => renewDueSubscriptions(billing, clock),
    sweepWaitingChanges: () => sweepWaitingChanges(billing, clock),
    sweepPlanMigrations: () => sweepPlanMigrations(billing, clock),
    migrateSubscribers: async (payload) => {
      const { environmentId, migrationId } = payload as Record<
        'environmentId' | 'migrationId',
        string
      >
      const scope = await readScope(billing.db, environmentId, clock.now())
      await migrateSubscribers(billing, scope, migrationId)
    },
    beginWaitingTrials: async (payload) => {
      const { environmentId, customerId } = payload as { environmentId: string; customerId: string }
      const scope = await readScope(billing.db, environmentId, clock.now())
      await beginWaitingTrials(billing.db, scope, customerId)
    },
  },
  schedule: [
    '* * * * * sweepWaitingChanges',
    '* * * * * renewDueSubscriptions',
    '* * * * * sweepPlanMigrations',
  ],
})
