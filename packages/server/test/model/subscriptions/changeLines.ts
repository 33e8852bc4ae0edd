import { parseAmount } from '../../../src/kernel/amount.ts'
import type { Plan } from '../catalog.ts'
import { accrualMapKey, advanceLines, unbilledUsage } from '../invoicing/bill.ts'
import { type Share, WHOLE } from '../invoicing/prices.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import type { Accrual, Customer, Subscription } from '../state.ts'
import { closingLines, type TimeSpan, timeSpanTo } from './arrears.ts'
import type { Line, Preview, Seats, WaitingChange } from './billing.ts'
import { contractOf } from './renderBilling.ts'
import { isSameCycle } from './renewals.ts'
import { unusedLines } from './unusedTime.ts'

/** The instant that a change is computed for, and the usage billed with it. */
export type PreviewBasis = Pick<Preview, 'at' | 'usageAtPreview'>

export interface Change {
  readonly from: Plan
  readonly to: Plan
  readonly quantities: Seats
  readonly inForm?: true
}

export interface ChangeLines {
  readonly refundLines: readonly Line[]
  readonly charges: readonly Line[]
  readonly usageLines: readonly Line[]
  /** The share of the period that the charges are for. */
  readonly share: Share
  readonly usage: WaitingChange['usage']
}

export const NO_LINES: ChangeLines = {
  refundLines: [],
  charges: [],
  usageLines: [],
  share: WHOLE,
  usage: [],
}

/** The refunds and charges of a change. If only seats change, other charges stay as they are. */
export function computeChangeLines(
  customer: Customer,
  subscription: Subscription,
  { from, to, quantities }: Change,
  period: Period,
  now: Date,
  basis?: PreviewBasis,
): ChangeLines {
  const { quantities: present } = contractOf(subscription)
  const changedCharges = from.charges
    .filter(
      ({ featureSlug }) => featureSlug !== null && present[featureSlug] !== quantities[featureSlug],
    )
    .map(({ id }) => id)
  const isConcerned = (chargeId: string | null): boolean =>
    from !== to || (chargeId !== null && changedCharges.includes(chargeId))
  const refundLines = unusedLines(customer, subscription, now).filter(({ chargeId }) =>
    isConcerned(chargeId),
  )
  const chargedPart = { charges: to.charges.filter(({ id }) => isConcerned(id)) }
  const share = isSameCycle(from, to) ? shareLeft(from, subscription, period, customer, now) : WHOLE
  const start = isSameCycle(from, to) ? now : period.start
  const charges = advanceLines(
    chargedPart,
    subscription,
    quantities,
    { start, end: period.end },
    share,
  )
  if (from === to) return { ...NO_LINES, refundLines, charges, share }
  const unbilled = unbilledUsage(customer, subscription, null).filter(isOfPlan(from))
  const usage = basis ? usageSeen(unbilled, basis) : unbilled
  const timeSpan = timeSpanTo(from, customer, subscription, now) ?? emptyTimeSpan(now)
  return {
    refundLines,
    charges,
    share,
    usageLines: closingLines(customer, subscription, from, timeSpan, usage),
    usage: usage.map((accrual) => ({ name: accrualMapKey(accrual), quantity: accrual.value })),
  }
}

/** Usage at the time of the preview. Later usage waits for the next invoice. */
const usageSeen = (unbilled: readonly Accrual[], { usageAtPreview }: PreviewBasis): Accrual[] =>
  unbilled.flatMap((accrual) => {
    const value = usageAtPreview.get(accrualMapKey(accrual))
    return value ? [{ ...accrual, value }] : []
  })

/** An empty span: everything before this instant is billed. */
const emptyTimeSpan = (now: Date): TimeSpan => ({
  start: now,
  end: now,
  share: { part: 0, whole: 1 },
})

/** The share of the full period that is left at an instant. */
export function shareLeft(
  plan: Plan,
  { billingAnchor }: Subscription,
  { end }: Period,
  { timezone }: Customer,
  now: Date,
) {
  const whole = billingPeriodAt(plan, billingAnchor, now, timezone)
  if (whole.end === null || end === null) return WHOLE
  return {
    part: end.getTime() - now.getTime(),
    whole: whole.end.getTime() - whole.start.getTime(),
  }
}

export const withheldLine = ({ id }: Subscription, amount: number): Line[] =>
  amount === 0
    ? []
    : [
        {
          type: 'proration',
          subscriptionId: id,
          chargeId: null,
          quantity: parseAmount(1),
          amount,
          periodStart: null,
          periodEnd: null,
        },
      ]

export const isOfPlan =
  ({ charges }: Plan) =>
  ({ chargeId }: { chargeId: string }): boolean =>
    charges.some(({ id }) => id === chargeId)
