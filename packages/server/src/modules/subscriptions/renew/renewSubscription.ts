import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { applyPendingChange } from '../change/applyChange.ts'
import { endDueItems } from '../items/removeItem.ts'
import { closePeriod } from '../period/closePeriod.ts'
import { openPeriod } from '../period/openPeriod.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent } from '../subscription/saveSubscription.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

/**
 * Ends a period and starts the next one at its boundary, even if this runs later. One invoice bills
 * the old period's usage and arrears and the new period's charges in advance.
 */
export async function renewSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LoadedSubscription,
  boundary: Date,
): Promise<SubscriptionRecord> {
  const { subscription, customer, now } = locked
  const { environmentId } = scope
  const { timezone } = customer
  const endedParts = await loadParts(tx, environmentId, subscription, locked.items)
  const { cycle } = endedParts[0].plan
  const closingLines = await closePeriod(tx, scope, endedParts, { cycle, timezone, end: boundary })
  const items = await endDueItems(tx, scope, locked.items, boundary)
  const changed = await applyPendingChange(tx, environmentId, subscription, boundary)
  const isSame = changed === subscription && items.length === locked.items.length
  const renewed = await openPeriod(tx, billing, scope, {
    customer,
    parts: isSame ? endedParts : await loadParts(tx, environmentId, changed, items),
    from: boundary,
    now,
    reason: 'period',
    closingLines,
    isFirstBill: false,
    isFirstGrant: false,
  })
  await emitSubscriptionEvent(tx, scope, 'updated', renewed)
  return renewed
}
