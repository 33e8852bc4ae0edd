import type { QuotaPeriod } from '@purser/pricing-reader'
import type { BodyOfKind } from './CatalogDraft.core.ts'
import type { Notes } from './names.core.ts'
import { type PlanFrame, timesWithin } from './planFrame.core.ts'
import { type FeatureValue, multiplyExactly } from './readValue.core.ts'

type Entitlement = BodyOfKind<'plan'>['entitlements'][number]
/** The fields of an entitlement that limit a metered feature. */
type Quota = Pick<Entitlement, 'mode' | 'value' | 'period' | 'limit'>

/** The limit of a metered feature in a plan. */
export function quotaTerms(
  reading: FeatureValue,
  { name, frame, isPaidBeyond }: { name: string; frame: PlanFrame; isPaidBeyond: boolean },
  notes: Notes,
): Quota {
  if (reading.is !== 'number') return { mode: 'unlimited' }
  const { number, period } = reading
  if (period === 'minute' || period === 'hour') return { mode: 'rate', value: number, period }
  if (period === 'second') {
    notes.miss(
      `The page limits "${name}" per second. The draft limits it per minute, the shortest rate period.`,
    )
    return { mode: 'rate', value: multiplyExactly(number, 60) ?? number, period: 'minute' }
  }
  // Beyond a quota with a price, the usage charge applies.
  const limit = isPaidBeyond ? ({ limit: 'soft' } as const) : {}
  if (period === 'quarter' && frame.period !== 'quarter') {
    notes.miss(`The page states "${name}" per quarter. The draft allows a third of it each month.`)
    return {
      mode: 'quota',
      value: multiplyExactly(number, 1 / 3) ?? number,
      period: 'month',
      ...limit,
    }
  }
  return { mode: 'quota', value: number, period: quotaPeriod(reading, frame), ...limit }
}

function quotaPeriod(
  { period, isLimit }: Extract<FeatureValue, { is: 'number' }>,
  frame: PlanFrame,
): NonNullable<Quota['period']> {
  if (period === 'one_time' || period === 'lifetime') return 'lifetime'
  if (period === 'day' || period === 'week' || period === 'month' || period === 'year') {
    return period === frame.period ? 'billing_period' : period
  }
  return isLimit || frame.period === 'one_time' ? 'lifetime' : 'billing_period'
}

/**
 * The usage per billing period that a quota covers, before usage is charged. Null if the period of
 * the quota does not fit into the plan's.
 */
export function coveredUsage(reading: FeatureValue | undefined, frame: PlanFrame): number | null {
  if (reading?.is !== 'number') return 0
  const { number, period } = reading
  if (period === 'second' || period === 'minute' || period === 'hour') return 0
  if (period === null || period === frame.period) return number
  if (period === 'one_time' || period === 'lifetime') {
    return frame.period === 'one_time' ? number : null
  }
  const times = timesWithin(period, frame)
  return times === null ? null : multiplyExactly(number, times)
}

type DraftedRule = BodyOfKind<'plan'>['grantRules'][number]

const DRIPS = ['day', 'week', 'month'] as const
const isDrip = (period: QuotaPeriod): period is (typeof DRIPS)[number] =>
  DRIPS.some((drip) => drip === period)

/** The number of plan intervals in a longer period. */
const PLANS_IN: Readonly<
  Partial<Record<QuotaPeriod, Partial<Record<PlanFrame['period'], number>>>>
> = {
  week: { day: 7 },
  month: { day: 30, week: 4 },
  quarter: { day: 91, week: 13, month: 3 },
  year: { day: 365, week: 52, month: 12, quarter: 4 },
}

/** The grant rule for the credits of a plan. Null if no rule can express it. */
export function grantTerms(
  { name, amount, period }: { name: string; amount: number; period: QuotaPeriod },
  frame: PlanFrame,
  creditCurrencyId: string,
  notes: Notes,
): DraftedRule | null {
  const rule = (given: number, cadence: DraftedRule['cadence']): DraftedRule => ({
    creditCurrencyId,
    amount: given,
    cadence,
    expires: cadence === 'once' ? 'never' : 'period_end',
  })
  if (period === 'one_time' || period === 'lifetime') return rule(amount, 'once')
  if (frame.period === 'one_time') {
    notes.miss(`The page grants ${name} every ${period}. A one-time plan grants them only once.`)
    return rule(amount, 'once')
  }
  if (period === frame.period) return rule(amount, 'billing_period')
  // Grants cannot be quarterly, so a yearly plan grants a third each month.
  if (period === 'quarter' && frame.period === 'year') return divided(3, 'month')
  if (isDrip(period) && timesWithin(period, frame) !== null) return rule(amount, period)
  const plans = PLANS_IN[period]?.[frame.period]
  if (plans !== undefined) return divided(plans, 'billing_period')
  notes.miss(
    `The page grants ${name} every ${period}, which is more often than plans can grant credits. They are left out.`,
  )
  return null

  function divided(parts: number, cadence: DraftedRule['cadence']): DraftedRule {
    const part =
      Math.floor(amount / parts) ||
      multiplyExactly(Number((amount / parts).toFixed(6)), 1) ||
      amount
    notes.miss(
      `The page states ${name} per ${period}. The ${frame.word} plan grants ${part} ${cadence === 'month' ? 'each month' : 'each billing period'}.`,
    )
    return rule(part, cadence)
  }
}
