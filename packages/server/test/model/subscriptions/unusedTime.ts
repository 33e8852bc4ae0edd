import { divideHalfEven, parseAmount } from '../../../src/kernel/amount.ts'
import type { Customer, Subscription } from '../state.ts'
import type { Line } from './billing.ts'

const IN_ADVANCE: readonly Line['type'][] = ['recurring', 'minimum', 'proration']

/**
 * The unused part of each charge that was paid in advance: the billed amount net of discounts,
 * minus earlier refunds, minus the rounded price of the time used.
 */
export function unusedLines(customer: Customer, { id }: Subscription, now: Date): Line[] {
  const billed = customer.billing.invoices
    .filter(({ status }) => status !== 'void')
    .flatMap(({ lines }) => lines)
    .map((line) => ({ ...line, amount: line.amount - line.off }))
    .filter(
      ({ type, subscriptionId, chargeId, periodEnd }) =>
        IN_ADVANCE.includes(type) &&
        subscriptionId === id &&
        chargeId !== null &&
        periodEnd !== null &&
        periodEnd > now,
    )
  return [...Map.groupBy(billed, ({ chargeId }) => chargeId)].flatMap(([chargeId, unsorted]) => {
    // Usage minimums are not paid in advance.
    if (unsorted.every(({ type }) => type === 'minimum')) return []
    const lines = unsorted.toSorted((a, b) => startOf(a) - startOf(b))
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    const { used, running } = usedOf(lines, now)
    const amount = Math.min(Math.max(total - used, 0), running)
    const last = lines.at(-1)
    if (amount === 0 || !last) return []
    return [
      {
        type: 'proration',
        subscriptionId: id,
        chargeId,
        quantity: parseAmount(1),
        amount: -amount,
        periodStart: now,
        periodEnd: last.periodEnd,
      },
    ]
  })
}

const startOf = ({ periodStart }: Line): number => periodStart?.getTime() ?? 0
const lengthOf = ({ periodStart, periodEnd }: Line): number =>
  Math.max((periodEnd?.getTime() ?? 0) - (periodStart?.getTime() ?? 0), 1)

/** The price of the time used, and the billed amount of lines that still run. */
function usedOf(lines: readonly Line[], now: Date): { used: number; running: number } {
  let numerator = 0n
  let denominator = 1n
  let running: { line: Line; pace: Line }[] = []
  let billed = 0
  const paces: Line[] = []
  const usedBy = (at: number) => {
    let [top, bottom] = [numerator, denominator]
    for (const { line, pace } of running) {
      const time = BigInt(Math.max(at - startOf(line), 0))
      const length = BigInt(lengthOf(pace))
      top = top * length + BigInt(pace.amount) * time * bottom
      bottom *= length
    }
    return { top, bottom, whole: Number(divideHalfEven(top, bottom)) }
  }
  for (const line of lines) {
    const start = startOf(line)
    const soFar = usedBy(start)
    // A refund of zero has no line. It ended the running lines if nothing of them is left.
    const wasRefunded =
      billed <= soFar.whole && running.some(({ line: earlier }) => startOf(earlier) < start)
    if (line.amount < 0 || wasRefunded) {
      numerator = soFar.top
      denominator = soFar.bottom
      running = []
    }
    billed += line.amount
    if (line.amount < 0) continue
    // A longer line shows the same price with less rounding error.
    const pace = paces.find((other) => isSamePrice(other, line)) ?? line
    paces.push(pace)
    running.push({ line, pace })
  }
  return {
    used: usedBy(now.getTime()).whole,
    running: running.reduce((sum, { line }) => sum + line.amount, 0),
  }
}

/** Checks whether two lines have the same price, allowing half a cent of rounding for each. */
function isSamePrice(longer: Line, shorter: Line): boolean {
  const [long, short] = [lengthOf(longer), lengthOf(shorter)]
  if (long < short) return false
  const gap = Math.abs(longer.amount * short - shorter.amount * long)
  return 2 * gap <= long + short
}
