import { parseAmount } from '../../../src/kernel/amount.ts'
import type { Plan } from '../catalog.ts'
import { accrualName, advanceLines, unbilledUsage } from '../invoicing/bill.ts'
import { type Share, WHOLE } from '../invoicing/prices.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import type { Accrual, Customer, Subscription } from '../state.ts'
import { closingLines, type Stretch, stretchTo } from './arrears.ts'
import type { Line, Preview, Seats, WaitingChange } from './billing.ts'
import { contractOf } from './renderBilling.ts'
import { isSameCycle } from './renewals.ts'
import { unusedLines } from './unusedTime.ts'

/** The instant for which a change is computed, and the usage that is billed with it. */
export type Pinned = Pick<Preview, 'at' | 'seen'>

export interface Change {
  readonly from: Plan
  readonly to: Plan
  readonly quantities: Seats
  readonly inForm?: true
}

export interface ChangeLines {
  readonly back: readonly Line[]
  readonly charges: readonly Line[]
  readonly used: readonly Line[]
  /** Of the period that the charges are for. */
  readonly share: Share
  readonly usage: WaitingChange['usage']
}

export const NO_LINES: ChangeLines = {
  back: [],
  charges: [],
  used: [],
  share: WHOLE,
  usage: [],
}

/** What is given back and asked for; where only seats change, all else goes on undisturbed. */
export function linesOf(
  customer: Customer,
  subscription: Subscription,
  { from, to, quantities }: Change,
  period: Period,
  now: Date,
  pinned?: Pinned,
): ChangeLines {
  const { quantities: present } = contractOf(subscription)
  const changed = from.charges
    .filter(
      ({ featureSlug }) => featureSlug !== null && present[featureSlug] !== quantities[featureSlug],
    )
    .map(({ id }) => id)
  const isOf = (chargeId: string | null): boolean =>
    from !== to || (chargeId !== null && changed.includes(chargeId))
  const back = unusedLines(customer, subscription, now).filter(({ chargeId }) => isOf(chargeId))
  const charged = { charges: to.charges.filter(({ id }) => isOf(id)) }
  const share = isSameCycle(from, to) ? shareLeft(from, subscription, period, customer, now) : WHOLE
  const start = isSameCycle(from, to) ? now : period.start
  const charges = advanceLines(charged, subscription, quantities, { start, end: period.end }, share)
  if (from === to) return { ...NO_LINES, back, charges, share }
  const unbilled = unbilledUsage(customer, subscription, null).filter(isOfPlan(from))
  const usage = pinned ? usageSeen(unbilled, pinned) : unbilled
  const stretch = stretchTo(from, customer, subscription, now) ?? noTime(now)
  return {
    back,
    charges,
    share,
    used: closingLines(customer, subscription, from, stretch, usage),
    usage: usage.map((accrual) => ({ name: accrualName(accrual), quantity: accrual.value })),
  }
}

/** Usage as it was when the change was previewed: what came since waits for the next invoice. */
const usageSeen = (unbilled: readonly Accrual[], { seen }: Pinned): Accrual[] =>
  unbilled.flatMap((accrual) => {
    const value = seen.get(accrualName(accrual))
    return value ? [{ ...accrual, value }] : []
  })

/** All was billed up to this instant, but for what was used in it. */
const noTime = (now: Date): Stretch => ({ start: now, end: now, share: { part: 0, whole: 1 } })

/** What is left of the whole period at an instant. */
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
