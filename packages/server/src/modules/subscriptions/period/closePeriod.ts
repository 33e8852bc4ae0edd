import type { BillingCycle } from '../../../kernel/calendar.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BillLine } from '../../invoicing/index.ts'
import type { UnbilledUsage } from '../../usage/read.ts'
import { loadPlan, type Part } from '../subscription/loadPlan.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { arrearsLines } from './chargeLines.core.ts'
import { portionOfCycle, unbilledSince, WHOLE } from './period.core.ts'
import { isOfPlan, readAndMarkUsage } from './readUsage.ts'
import { usageLines } from './usageLines.core.ts'

interface PeriodToClose {
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
  period: PeriodToClose,
): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for (const part of parts) lines.push(...(await closePart(tx, scope, part, period)))
  return lines
}

async function closePart(
  tx: Tx,
  scope: Scope,
  { subscription, plan }: Part,
  { cycle, timezone, end }: PeriodToClose,
): Promise<BillLine[]> {
  // Usage of the present stretch counts also where that began in this very instant.
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

/** Corrections of what was billed under plans that were left, at their prices. */
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
  { subscription, plan }: Part,
  { cycle, timezone, end }: PeriodToClose,
  usage: readonly UnbilledUsage[],
): BillLine[] {
  const start = unbilledSince(subscription)
  // Nothing of it was used, such as when it was billed up to this instant already.
  if (start >= end)
    return usageLines(plan, null, portionOfCycle(cycle, { start: end, end }, timezone), usage)
  const period = { start, end }
  const portion = portionOfCycle(cycle, period, timezone)
  return [...arrearsLines(plan, period, portion), ...usageLines(plan, period, portion, usage)]
}

/** Usage that nobody pays for, such as that of a trial. */
export async function waiveUsage(
  tx: Tx,
  scope: Scope,
  parts: readonly Part[],
  end: Date,
): Promise<void> {
  for (const { subscription } of parts) await readAndMarkUsage(tx, scope, subscription, end)
}
