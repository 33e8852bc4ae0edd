import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { applyPendingChange } from '../change/applyChange.ts'
import { endDueItems } from '../items/removeItem.ts'
import { waiveUsage } from '../period/closePeriod.ts'
import { openPeriod } from '../period/openPeriod.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent } from '../subscription/saveSubscription.ts'

/** Ends a trial and starts the first paid period. Usage during the trial is free. */
export async function endTrial(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LoadedSubscription,
  trialEndsAt: Date,
): Promise<void> {
  const { subscription, customer, now } = locked
  const { environmentId } = scope
  const trialParts = await loadParts(tx, environmentId, subscription, locked.items)
  await waiveUsage(tx, scope, trialParts, trialEndsAt)
  const items = await endDueItems(tx, scope, locked.items, trialEndsAt)
  const changed = await applyPendingChange(tx, environmentId, subscription, trialEndsAt)
  const saved = await openPeriod(tx, billing, scope, {
    customer,
    parts: await loadParts(tx, environmentId, changed, items),
    from: trialEndsAt,
    now,
    reason: 'period',
    closingLines: [],
    isFirstBill: true,
    isFirstGrant: false,
  })
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
}
