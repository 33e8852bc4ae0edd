import { divideHalfEven, ONE, parseAmount } from '../../../kernel/amount.ts'
import type { BillLine } from '../../invoicing/core.ts'
import type { LineBilledAhead } from '../../invoicing/read.ts'
import { type BilledPlan, lineNameOf } from '../period/chargeLines.core.ts'

/**
 * Credits the unused time of charges that were paid in advance, one line per charge. The credit is
 * everything billed for the charge, minus earlier credits, minus the rounded price of all the time
 * in which the charge was active. Roundings therefore never add up, however often a customer
 * switches. The credit never exceeds the billed amount. Lines are processed in the order of their
 * start, and lines with the same start in billing order.
 */
export function unusedLines(
  plan: Pick<BilledPlan, 'subscriptionId' | 'planId' | 'planName' | 'charges'>,
  prepaid: readonly LineBilledAhead[],
  at: Date,
): BillLine[] {
  const unexpired = prepaid.filter(
    ({ subscriptionId, periodEnd }) => subscriptionId === plan.subscriptionId && periodEnd > at,
  )
  return [...groupByCharge(unexpired)].flatMap(([chargeId, lines]) => {
    const charge = plan.charges.find(({ id }) => id === chargeId)
    // Charges in arrears are billed for time that was used.
    if (charge && charge.timing !== 'in_advance') return []
    const amount = -unusedAmount(lines, at)
    const last = lines.at(-1)
    if (!last || amount === 0) return []
    return [
      {
        type: 'proration',
        description: `Unused time on ${charge ? lineNameOf(plan, charge) : last.description}`,
        subscriptionId: plan.subscriptionId,
        planId: last.planId,
        chargeId,
        metricId: null,
        quantity: ONE,
        unitAmount: parseAmount(amount),
        amount,
        isDiscountable: false,
        periodStart: at,
        periodEnd: last.periodEnd,
      } satisfies BillLine,
    ]
  })
}

function groupByCharge(lines: readonly LineBilledAhead[]): Map<string, LineBilledAhead[]> {
  const groups = new Map<string, LineBilledAhead[]>()
  for (const line of lines) {
    if (line.chargeId === null) continue
    const group = groups.get(line.chargeId)
    if (group) group.push(line)
    else groups.set(line.chargeId, [line])
  }
  for (const group of groups.values()) {
    group.sort((a, b) => a.periodStart.getTime() - b.periodStart.getTime())
  }
  return groups
}

/** The unused amount of one charge at an instant, in minor units. */
function unusedAmount(lines: readonly LineBilledAhead[], at: Date): number {
  const { used, running } = usedAmount(lines, at)
  return Math.min(Math.max(amountOf(lines) - used, 0), amountOf(running))
}

const amountOf = (lines: readonly LineBilledAhead[]): number =>
  lines.reduce((total, { amount }) => total + amount, 0)

/** A price per time: `amount` minor units for `length` milliseconds. */
interface Pace {
  readonly amount: bigint
  readonly length: bigint
}

interface Ratio {
  readonly dividend: bigint
  readonly divisor: bigint
}

const rounded = ({ dividend, divisor }: Ratio): number => Number(divideHalfEven(dividend, divisor))

/**
 * Returns the rounded price of the time in which a charge was active, and its lines that are still
 * running. A positive line starts the charge. A negative line ends it. A credit that rounds to zero
 * has no line, so if nothing is left of the running lines when a later line starts, such a credit
 * has ended them. Otherwise the time after the later line would count twice.
 */
function usedAmount(
  lines: readonly LineBilledAhead[],
  at: Date,
): { used: number; running: readonly LineBilledAhead[] } {
  const paces = new Map<LineBilledAhead, Pace>()
  let running: LineBilledAhead[] = []
  let usedByEndedLines: Ratio = { dividend: 0n, divisor: 1n }
  let billed = 0
  const usedUntil = (end: Date): Ratio =>
    running.reduce(
      (used, line) => addUsedTime(used, paces.get(line), line.periodStart, end),
      usedByEndedLines,
    )
  // Lines that start together are one charge: none of them ends another.
  const isUsedUp = (end: Date): boolean =>
    running.some(({ periodStart }) => periodStart < end) && billed <= rounded(usedUntil(end))
  for (const line of lines) {
    if (line.amount < 0 || isUsedUp(line.periodStart)) {
      usedByEndedLines = usedUntil(line.periodStart)
      running = []
    }
    if (line.amount >= 0) {
      paces.set(line, paceOf(line, [...paces.values()]))
      running.push(line)
    }
    billed += line.amount
  }
  return { used: rounded(usedUntil(at)), running }
}

function addUsedTime(ratio: Ratio, pace: Pace | undefined, since: Date, end: Date): Ratio {
  if (!pace) return ratio
  const { dividend, divisor } = ratio
  const time = BigInt(Math.max(end.getTime() - since.getTime(), 0))
  return divisor === pace.length
    ? { dividend: dividend + pace.amount * time, divisor }
    : {
        dividend: dividend * pace.length + pace.amount * time * divisor,
        divisor: divisor * pace.length,
      }
}

/**
 * The rate at which a line is used up. If an earlier, longer line has the same price, its rate is
 * more exact because rounding distorts it less.
 */
function paceOf({ amount, periodStart, periodEnd }: LineBilledAhead, paces: readonly Pace[]): Pace {
  const pace = {
    amount: BigInt(amount),
    length: BigInt(Math.max(periodEnd.getTime() - periodStart.getTime(), 1)),
  }
  return paces.find((earlier) => isSamePrice(earlier, pace)) ?? pace
}

/** Both amounts may be off by half a minor unit, each over its whole length. */
function isSamePrice(longer: Pace, shorter: Pace): boolean {
  if (longer.length < shorter.length) return false
  const difference = longer.amount * shorter.length - shorter.amount * longer.length
  return 2n * (difference < 0n ? -difference : difference) <= longer.length + shorter.length
}
