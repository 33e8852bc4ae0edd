import type { QuotaPeriod } from '@purser/pricing-reader'
import type { BodyOfKind } from './CatalogDraft.core.ts'
import type { Notes } from './names.core.ts'
import { type PlanFrame, timesWithin } from './planFrame.core.ts'
import { scaled } from './readValue.core.ts'

type GrantRule = BodyOfKind<'plan'>['grantRules'][number]

const DRIPS = ['day', 'week', 'month'] as const
const isDrip = (period: QuotaPeriod): period is (typeof DRIPS)[number] =>
  DRIPS.some((drip) => drip === period)

/** How many periods of a plan make a longer one in which the page tells credits. */
const PLANS_IN: Readonly<
  Partial<Record<QuotaPeriod, Partial<Record<PlanFrame['period'], number>>>>
> = {
  week: { day: 7 },
  month: { day: 30, week: 4 },
  quarter: { day: 91, week: 13, month: 3 },
  year: { day: 365, week: 52, month: 12, quarter: 4 },
}

/** When a plan gives the credits that the page tells of; null when it cannot. */
export function grantTerms(
  { name, amount, period }: { name: string; amount: number; period: QuotaPeriod },
  frame: PlanFrame,
  creditCurrencyId: string,
  notes: Notes,
): GrantRule | null {
  const rule = (given: number, cadence: GrantRule['cadence']): GrantRule => ({
    creditCurrencyId,
    amount: given,
    cadence,
    expires: cadence === 'once' ? 'never' : 'period_end',
  })
  if (period === 'one_time' || period === 'lifetime') return rule(amount, 'once')
  if (frame.period === 'one_time') {
    notes.miss(
      `${name} are given every ${period} on the page; a plan that is bought once gives them once.`,
    )
    return rule(amount, 'once')
  }
  if (period === frame.period) return rule(amount, 'billing_period')
  // What is told by the quarter in a yearly plan comes by the month: there is no such drip.
  if (period === 'quarter' && frame.period === 'year') return divided(3, 'month')
  if (isDrip(period) && timesWithin(period, frame) !== null) return rule(amount, period)
  const plans = PLANS_IN[period]?.[frame.period]
  if (plans !== undefined) return divided(plans, 'billing_period')
  notes.miss(
    `${name} are given every ${period} on the page, which is oftener than credits are given.`,
  )
  return null

  function divided(parts: number, cadence: GrantRule['cadence']): GrantRule {
    const part =
      Math.floor(amount / parts) || scaled(Number((amount / parts).toFixed(6)), 1) || amount
    notes.miss(
      `${name} are told by the ${period} on the page; a ${frame.word} plan is drafted with ${part} of them ${cadence === 'month' ? 'each month' : 'each billing period'}.`,
    )
    return rule(part, cadence)
  }
}
