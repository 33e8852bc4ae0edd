import type { Clock } from '../../kernel/clock.ts'
import type { Billing } from '../invoicing/index.ts'
import { scopeOf } from '../organizations/read.ts'
import { migrateSubscribers } from './migrateSubscribers.ts'
import { listRunningMigrations } from './store/migrations.ts'

/** Goes on with migrations whose worker was lost. */
export async function sweepPlanMigrations(billing: Billing, clock: Clock): Promise<void> {
  for (const { environmentId, id } of await listRunningMigrations(billing.db)) {
    await migrateSubscribers(billing, await scopeOf(billing.db, environmentId, clock.now()), id)
  }
}
