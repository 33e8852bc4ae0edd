import { formatAmount } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { lockCustomer } from '../../customers/index.ts'
import { MARK_BILLED, type UnbilledUsage } from './unbilledUsage.sql.ts'

/**
 * Records the billed quantity of usage that was read under the customer's lock. Usage that arrives
 * later is billed later, and nothing is billed twice.
 */
export async function markUsageBilled(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  customerId: string,
  usage: readonly Pick<UnbilledUsage, 'subscriptionId' | 'chargeId' | 'period' | 'quantity'>[],
): Promise<void> {
  if (usage.length === 0) return
  const { environmentId } = scope
  await lockCustomer(tx, scope, customerId)
  await sessionOf(tx).query(MARK_BILLED, [
    bucketOf(environmentId, customerId),
    environmentId,
    arrayLiteral(usage, ({ subscriptionId }) => subscriptionId),
    arrayLiteral(usage, ({ chargeId }) => chargeId),
    arrayLiteral(usage, ({ period }) => period.start),
    arrayLiteral(usage, ({ quantity }) => formatAmount(quantity)),
  ])
}
