import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Billing } from '../invoicing/index.ts'
import { applyPendingChange } from './applyPendingChange.ts'
import { forgiveUsage } from './closePeriod.ts'
import { endDueItems } from './endDueItems.ts'
import { loadParts } from './loadParts.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { openPeriod } from './openPeriod.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

/** What was tried out is paid for from here on; what was used until now is free. */
export async function endTrial(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LockedSubscription,
  trialEndsAt: Date,
): Promise<void> {
  const { subscription, customer, now } = locked
  const { environmentId } = scope
  const tried = await loadParts(tx, environmentId, subscription, locked.items)
  await forgiveUsage(tx, scope, tried, trialEndsAt)
  const items = await endDueItems(tx, scope, locked.items, trialEndsAt)
  const changed = await applyPendingChange(tx, environmentId, subscription, trialEndsAt)
  const paid = await openPeriod(tx, billing, scope, {
    customer,
    parts: await loadParts(tx, environmentId, changed, items),
    from: trialEndsAt,
    now,
    reason: 'period',
    closing: [],
    isFirstBill: true,
    isFirstGrant: false,
  })
  await tellOfSubscription(tx, scope, 'updated', paid)
}
