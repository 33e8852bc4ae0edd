import { parseAmount } from '../../kernel/amount.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { BilledUsage } from './core/changeTerms.ts'
import type { ChargedUsage } from './core/chargeLines.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { END_OF_TIME, isOfPlan, readUsage, withAsked } from './readUsage.ts'

/** Usage of a subscription that no invoice has taken up; as it was previewed, where it was. */
export async function listUsageToBill(
  tx: Tx,
  scope: Pick<Scope, 'environmentId'>,
  subscription: SubscriptionRecord,
  pinned?: readonly BilledUsage[],
): Promise<ChargedUsage[]> {
  const all = await readUsage(tx, scope, subscription, END_OF_TIME)
  const usage = all.filter(isOfPlan(subscription))
  if (pinned === undefined) return usage
  const seenBefore = usage.flatMap((each) => {
    const seen = pinned.find(
      ({ chargeId, periodStart }) =>
        chargeId === each.chargeId && periodStart === each.period.start.toISOString(),
    )
    return seen ? [{ ...each, quantity: parseAmount(seen.quantity) }] : []
  })
  return withAsked(tx, scope.environmentId, subscription, seenBefore)
}
