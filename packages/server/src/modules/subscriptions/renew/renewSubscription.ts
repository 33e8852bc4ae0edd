import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { applyPendingChange } from '../change/applyChange.ts'
import { endDueItems } from '../items/removeItem.ts'
import { closePeriod } from '../period/closePeriod.ts'
import { openPeriod } from '../period/openPeriod.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import type { LockedSubscription } from '../subscription/lockSubscription.ts'
import { tellOfSubscription } from '../subscription/saveSubscription.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

/**
 * A period is over and the next begins at its end, whenever this is done: the old one's usage and
 * arrears and the new one's charges in advance are one invoice.
 */
export async function renewSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LockedSubscription,
  boundary: Date,
): Promise<SubscriptionRecord> {
  const { subscription, customer, now } = locked
  const { environmentId } = scope
  const { timezone } = customer
  const ended = await loadParts(tx, environmentId, subscription, locked.items)
  const { cycle } = ended[0].plan
  const closing = await closePeriod(tx, scope, ended, { cycle, timezone, end: boundary })
  const items = await endDueItems(tx, scope, locked.items, boundary)
  const changed = await applyPendingChange(tx, environmentId, subscription, boundary)
  const isSame = changed === subscription && items.length === locked.items.length
  const renewed = await openPeriod(tx, billing, scope, {
    customer,
    parts: isSame ? ended : await loadParts(tx, environmentId, changed, items),
    from: boundary,
    now,
    reason: 'period',
    closing,
    isFirstBill: false,
    isFirstGrant: false,
  })
  await tellOfSubscription(tx, scope, 'updated', renewed)
  return renewed
}
