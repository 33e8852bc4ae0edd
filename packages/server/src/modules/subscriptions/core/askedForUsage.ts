/** A line that asked for usage, or for what was missing to a minimum; net of its discount. */
interface UsageLine {
  readonly chargeId: string
  readonly type: 'usage' | 'overage' | 'minimum'
  readonly amount: number
  readonly periodStart: Date
}

/** What was billed for usage of a period, net of discounts. */
export interface AskedForUsage {
  readonly used: number
  /** With what was missing to the minimum. */
  readonly all: number
}

/** What lines asked for the usage of one charge in one period; some of it may have been billed late. */
export function askedForUsage(
  lines: readonly UsageLine[],
  usage: {
    readonly chargeId: string
    readonly period: { readonly start: Date; readonly end: Date | null }
  },
): AskedForUsage {
  const { start, end } = usage.period
  const own = lines.filter(
    ({ chargeId, periodStart }) =>
      chargeId === usage.chargeId && periodStart >= start && (end === null || periodStart < end),
  )
  const sum = (some: readonly UsageLine[]) => some.reduce((total, { amount }) => total + amount, 0)
  return { used: sum(own.filter(({ type }) => type !== 'minimum')), all: sum(own) }
}
