import { parseAmount } from '../../kernel/amount.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { BillLine } from '../invoicing/index.ts'
import type { PlanChange } from './core/changeLines.ts'
import type { BilledUsage } from './core/changeTerms.ts'
import { type ChargedUsage, usageLines } from './core/chargeLines.ts'
import { WHOLE } from './core/portion.ts'
import { END_OF_TIME, takeUsage, withAsked } from './readUsage.ts'

/**
 * Marks the usage of a plan that is left as billed. What of it no invoice asks for yet, because it
 * came after the change was quoted, is returned as lines, and so is what was taken back since: nobody
 * would know its price later.
 */
export async function takeUpUsage(
  tx: Tx,
  scope: Scope,
  { subscription, from }: Pick<PlanChange, 'subscription' | 'from'>,
  billed: readonly BilledUsage[],
): Promise<BillLine[]> {
  const usage = await takeUsage(tx, scope, subscription, END_OF_TIME, {
    plan: subscription,
    // What was asked for and then taken back looks as if there were nothing to bill.
    andOf: billed.map(({ chargeId }) => chargeId),
  })
  const since = usage.map((each) => ({ ...each, billed: billedOf(each, billed) ?? each.billed }))
  const asked = await withAsked(tx, scope.environmentId, subscription, since)
  return usageLines(from, null, WHOLE, asked)
}

function billedOf({ chargeId, period: { start } }: ChargedUsage, billed: readonly BilledUsage[]) {
  const periodStart = start.toISOString()
  const found = billed.find(
    (each) => each.chargeId === chargeId && each.periodStart === periodStart,
  )
  return found ? parseAmount(found.quantity) : null
}
