import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isSameCycle } from './core/changePeriod.ts'
import type { ChangeTiming } from './core/changeTiming.ts'
import { type LoadedPlan, loadPlan } from './loadPlan.ts'
import type { LockedSubscription } from './lockSubscription.ts'

/** Refuses a change that would leave an add-on or a cancellation without a period to go by. */
export async function refuseOtherInterval(
  tx: Tx,
  { environmentId }: Scope,
  { subscription, items }: LockedSubscription,
  { from, to, timing }: { from: LoadedPlan; to: LoadedPlan; timing: ChangeTiming },
): Promise<void> {
  const isOther = !isSameCycle(from.cycle, to.cycle)
  if (subscription.cancelAt !== null && (isOther || timing === 'period_end')) {
    throw new PurserError(
      'invalid_state',
      `The subscription ends at ${subscription.cancelAt.toISOString()}: resume it first (POST /v1/subscriptions/:id/resume).`,
    )
  }
  if (!isOther) return
  for (const item of items) {
    // One that ends with the period is gone when the other plan comes.
    if (timing === 'period_end' && item.cancelAt !== null) continue
    const { plan } = await loadPlan(tx, environmentId, item)
    if (plan.interval === 'none' || isSameCycle(plan, to.cycle)) continue
    throw new PurserError(
      'invalid_state',
      `Add-on "${plan.slug}" is billed by the ${plan.interval}, the new plan is not: remove it first (DELETE /v1/subscriptions/:id/items/${item.id}).`,
      { details: { itemId: item.id } },
    )
  }
}
