import type { BillingCycle } from '../../../kernel/calendar.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BillLine } from '../../invoicing/core.ts'
import type { UnbilledUsage } from '../../usage/read.ts'
import { type BilledPart, loadPlan } from '../subscription/loadPlan.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { arrearsLines } from './chargeLines.core.ts'
import { unbilledSince } from './period.core.ts'
import { portionOfCycle, WHOLE } from './proration.core.ts'
import { isOfPlan, readAndMarkUsage } from './readUsage.ts'
import { usageLines } from './usageLines.core.ts'

interface PeriodToClose {
  readonly cycle: BillingCycle
  readonly timezone: string
  /** The end of the period or of its used part. */
  readonly end: Date
}

/**
 * Bills everything owed up to an instant: charges in arrears, usage, and late usage of earlier
 * periods. Marks the usage as billed.
 */
export async function closePeriod(
  tx: Tx,
  scope: Scope,
  parts: readonly BilledPart[],
  period: PeriodToClose,
): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for (const part of parts) lines.push(...(await closePart(tx, scope, part, period)))
  return lines
}

async function closePart(
  tx: Tx,
  scope: Scope,
  { subscription, plan }: BilledPart,
  { cycle, timezone, end }: PeriodToClose,
): Promise<BillLine[]> {
  // This includes usage of the current period even if the period started at this instant.
  const startMs = unbilledSince(subscription).getTime()
  const before = new Date(Math.max(end.getTime(), startMs + 1))
  const all = await readAndMarkUsage(tx, scope, subscription, before)
  const usage = all.filter(isOfPlan(subscription))
  const formerUsage = all.filter((each) => !usage.includes(each))
  return [
    ...linesOfCurrentPlan({ subscription, plan }, { cycle, timezone, end }, usage),
    ...(await linesOfFormerPlans(tx, scope, subscription, formerUsage)),
  ]
}

/** Bills corrections of usage that was billed under former plans, at the prices of those plans. */
async function linesOfFormerPlans(
  tx: Tx,
  { environmentId }: Scope,
  subscription: SubscriptionRecord,
  usage: readonly UnbilledUsage[],
): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for (const [, usageOfPlan] of Map.groupBy(
    usage,
    ({ planId, planVersion }) => `${planId}/${planVersion}`,
  )) {
    const [{ planId, planVersion }] = usageOfPlan as [UnbilledUsage]
    const plan = await loadPlan(tx, environmentId, { ...subscription, planId, planVersion })
    lines.push(...usageLines(plan, null, WHOLE, usageOfPlan))
  }
  return lines
}

function linesOfCurrentPlan(
  { subscription, plan }: BilledPart,
  { cycle, timezone, end }: PeriodToClose,
  usage: readonly UnbilledUsage[],
): BillLine[] {
  const start = unbilledSince(subscription)
  // No time was used, for example because everything up to this instant is already billed.
  if (start >= end)
    return usageLines(plan, null, portionOfCycle(cycle, { start: end, end }, timezone), usage)
  const period = { start, end }
  const portion = portionOfCycle(cycle, period, timezone)
  return [...arrearsLines(plan, period, portion), ...usageLines(plan, period, portion, usage)]
}

/** Marks usage as billed without billing it, for example in a trial. */
export async function waiveUsage(
  tx: Tx,
  scope: Scope,
  parts: readonly BilledPart[],
  end: Date,
): Promise<void> {
  for (const { subscription } of parts) await readAndMarkUsage(tx, scope, subscription, end)
}
