import type { BillingCycle } from '../../../kernel/calendar.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BillLine } from '../../invoicing/index.ts'
import type { UnbilledUsage } from '../../usage/read.ts'
import { loadPlan, type Part } from '../subscription/loadPlan.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { arrearsLines } from './chargeLines.core.ts'
import { unbilledSince, usedPortion, WHOLE } from './period.core.ts'
import { isOfPlan, takeUsage } from './readUsage.ts'
import { usageLines } from './usageLines.core.ts'

interface Closing {
  readonly cycle: BillingCycle
  readonly timezone: string
  /** The end of the period, or of what was used of it. */
  readonly end: Date
}

/**
 * What is owed for the time up to an instant: charges in arrears and usage, with what came late for
 * older periods. The usage counts as billed from here on.
 */
export async function closePeriod(
  tx: Tx,
  scope: Scope,
  parts: readonly Part[],
  closing: Closing,
): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for (const part of parts) lines.push(...(await closePart(tx, scope, part, closing)))
  return lines
}

async function closePart(
  tx: Tx,
  scope: Scope,
  { subscription, plan }: Part,
  { cycle, timezone, end }: Closing,
): Promise<BillLine[]> {
  // Usage of the present stretch counts also where that began in this very instant.
  const began = unbilledSince(subscription).getTime()
  const before = new Date(Math.max(end.getTime(), began + 1))
  const all = await takeUsage(tx, scope, subscription, before)
  const usage = all.filter(isOfPlan(subscription))
  const left = all.filter((each) => !usage.includes(each))
  return [
    ...presentLines({ subscription, plan }, { cycle, timezone, end }, usage),
    ...(await leftLines(tx, scope, subscription, left)),
  ]
}

/** Corrections of what was billed under plans that were left, at their prices. */
async function leftLines(
  tx: Tx,
  { environmentId }: Scope,
  subscription: SubscriptionRecord,
  usage: readonly UnbilledUsage[],
): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for (const [, own] of Map.groupBy(
    usage,
    ({ planId, planVersion }) => `${planId}/${planVersion}`,
  )) {
    const [{ planId, planVersion }] = own as [UnbilledUsage]
    const plan = await loadPlan(tx, environmentId, { ...subscription, planId, planVersion })
    lines.push(...usageLines(plan, null, WHOLE, own))
  }
  return lines
}

function presentLines(
  { subscription, plan }: Part,
  { cycle, timezone, end }: Closing,
  usage: readonly UnbilledUsage[],
): BillLine[] {
  const start = unbilledSince(subscription)
  // Nothing of it was used, such as when it was billed up to this instant already.
  if (start >= end)
    return usageLines(plan, null, usedPortion(cycle, { start: end, end }, timezone), usage)
  const period = { start, end }
  const portion = usedPortion(cycle, period, timezone)
  return [...arrearsLines(plan, period, portion), ...usageLines(plan, period, portion, usage)]
}

/** Usage that nobody pays for, such as that of a trial. */
export async function forgiveUsage(
  tx: Tx,
  scope: Scope,
  parts: readonly Part[],
  end: Date,
): Promise<void> {
  for (const { subscription } of parts) await takeUsage(tx, scope, subscription, end)
}
