import { formatAmount } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { lockCustomers } from '../../customers/index.ts'
import { MARK_BILLED, type UnbilledUsage } from './unbilledUsage.sql.ts'

/**
 * Records the billed quantity of usage that was read under the customer's lock. Usage that arrives
 * later is billed later, and nothing is billed twice.
 */
export async function markUsageBilled(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  customerId: string,
  usage: readonly Pick<UnbilledUsage, 'subscriptionId' | 'chargeId' | 'period' | 'quantity'>[],
): Promise<void> {
  if (usage.length === 0) return
  const session = sessionOf(tx)
  const [customer] = await lockCustomers(session, [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  await session.query(MARK_BILLED, [
    bucketOf(environmentId, customerId),
    environmentId,
    arrayLiteral(usage, ({ subscriptionId }) => subscriptionId),
    arrayLiteral(usage, ({ chargeId }) => chargeId),
    arrayLiteral(usage, ({ period }) => period.start),
    arrayLiteral(usage, ({ quantity }) => formatAmount(quantity)),
  ])
}
