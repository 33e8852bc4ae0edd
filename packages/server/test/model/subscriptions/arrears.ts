import { type Amount, divideHalfEven, parseAmount, subtract } from '../../../src/kernel/amount.ts'
import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { recurringLines, unbilledUsage } from '../invoicing/bill.ts'
import { type Charge, inMinorUnits, priceOf, type Share, WHOLE } from '../invoicing/prices.ts'
import { billingPeriodAt } from '../periods.ts'
import type { Accrual, Customer, Subscription } from '../state.ts'
import type { Line } from './billing.ts'
import { contractOf } from './renderBilling.ts'

/** A span of time on a plan that is billed in arrears. */
export interface TimeSpan {
  readonly start: Date
  readonly end: Date
  /** The share of the full period. */
  readonly share: Share
}

/** The span from the last billed instant to `end`, or null if it is empty. */
export function timeSpanTo(
  plan: Plan,
  { timezone }: Customer,
  subscription: Subscription,
  end: Date,
): TimeSpan | null {
  const start = unbilledSince(subscription)
  if (start >= end) return null
  const whole = billingPeriodAt(plan, subscription.billingAnchor, start, timezone)
  if (whole.end === null) return { start, end, share: WHOLE }
  const length = whole.end.getTime() - whole.start.getTime()
  return { start, end, share: { part: end.getTime() - start.getTime(), whole: length } }
}

function unbilledSince(subscription: Subscription): Date {
  const { periodStart, createdAt } = contractOf(subscription)
  const instants = [periodStart, subscription.invoicedThrough, createdAt]
  return new Date(Math.max(...instants.map((at) => at?.getTime() ?? 0)))
}

/** The lines that a plan bills in arrears: recurring charges, usage and minimums. */
export function closingLines(
  customer: Customer,
  subscription: Subscription,
  { charges }: Plan,
  timeSpan: TimeSpan,
  usage: readonly Accrual[],
): Line[] {
  const { quantities } = contractOf(subscription)
  const arrears = charges
    .filter(({ timing }) => timing === 'in_arrears')
    .flatMap((charge) => recurringLines(charge, subscription, quantities, timeSpan, timeSpan.share))
  const isLate = ({ periodEnd }: Accrual): boolean =>
    periodEnd !== null && periodEnd <= timeSpan.start
  const used = charges.flatMap((charge) => {
    if (charge.type !== 'usage') return []
    const ownUsage = usage.filter(({ chargeId }) => chargeId === charge.id)
    const lines = ownUsage
      .filter((accrual) => !isLate(accrual))
      .map((accrual) => usageLine(customer, charge, accrual, null))
    const late = ownUsage
      .filter(isLate)
      .map((accrual) => usageLine(customer, charge, accrual, charge.minimum ?? 0))
    return [...lines, minimumLine(subscription, charge, timeSpan, lines), ...late]
  })
  return [...arrears, ...used]
}

/**
 * Lines for late usage of periods that are already billed. Usage up to the minimum is already paid
 * for.
 */
export const lateLines = (
  customer: Customer,
  { charges }: Pick<Plan, 'charges'>,
  usage: readonly Accrual[],
  hasMinimum = true,
): Line[] =>
  charges.flatMap((charge) =>
    usage
      .filter(({ chargeId }) => chargeId === charge.id)
      .map((accrual) =>
        usageLine(customer, charge, accrual, hasMinimum ? (charge.minimum ?? 0) : 0),
      ),
  )

/**
 * Bills the difference between the price of the usage and the part already billed. Reversed usage
 * refunds its share of the billed amount, which a discount may have made lower than the price.
 */
function usageLine(
  customer: Customer,
  charge: Charge,
  accrual: Accrual,
  least: number | null,
): Line {
  const { value, billed, periodStart, periodEnd, subscriptionId } = accrual
  const cost = (quantity: Amount): number =>
    Math.max(inMinorUnits(priceOf(charge, quantity)), least ?? 0)
  const rise = cost(value) - cost(billed)
  const billedBefore = billedAmount(customer, accrual, least !== null)
  const refund = () =>
    Number(divideHalfEven(BigInt(billedBefore) * BigInt(cost(value)), BigInt(cost(billed)))) -
    billedBefore
  return {
    type: 'usage',
    subscriptionId,
    chargeId: charge.id,
    quantity: subtract(value, billed),
    amount: rise < 0 ? Math.max(refund(), rise) : rise,
    periodStart,
    periodEnd,
  }
}

/** The amount that non-void invoices bill for the usage of a period, with or without minimums. */
const billedAmount = ({ billing }: Customer, accrual: Accrual, hasMinimums: boolean): number =>
  billing.invoices
    .filter(({ status }) => status !== 'void')
    .flatMap(({ lines }) => lines)
    .filter(
      ({ type, chargeId, subscriptionId, periodStart }) =>
        (type === 'usage' || (hasMinimums && type === 'minimum')) &&
        chargeId === accrual.chargeId &&
        subscriptionId === accrual.subscriptionId &&
        periodStart !== null &&
        periodStart >= accrual.periodStart &&
        (accrual.periodEnd === null || periodStart < accrual.periodEnd),
    )
    .reduce((sum, { amount, off }) => sum + amount - off, 0)

/** A span costs at least its share of the minimum, even without usage. */
function minimumLine(
  { id }: Subscription,
  charge: Charge,
  { start, end, share }: TimeSpan,
  used: readonly Line[],
): Line {
  const least = inMinorUnits(parseAmount(charge.minimum ?? 0), share)
  const amount = used.reduce((sum, line) => sum + line.amount, 0)
  return {
    type: 'minimum',
    subscriptionId: id,
    chargeId: charge.id,
    quantity: parseAmount(1),
    amount: Math.max(least - amount, 0),
    periodStart: start,
    periodEnd: end,
  }
}

/** Bills everything that is still unbilled. */
export function closeUsage(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  end: Date,
): Line[] {
  const present = planOf(catalog, subscription)
  const timeSpan = timeSpanTo(present, customer, subscription, end)
  // A span that starts at this instant includes usage at this instant.
  const before = new Date(Math.max(end.getTime(), unbilledSince(subscription).getTime() + 1))
  const usage = unbilledUsage(customer, subscription, before)
  // Former plans are included last, because their billed usage may have been reversed.
  const formerPlans = [...catalog.plans, ...(catalog.older ?? [])].filter(
    (plan) => plan !== present,
  )
  const lines = [
    ...(timeSpan
      ? closingLines(customer, subscription, present, timeSpan, usage)
      : lateLines(customer, present, usage, false)),
    ...formerPlans.flatMap((plan) => lateLines(customer, plan, usage)),
  ]
  for (const accrual of usage) accrual.billed = accrual.value
  return lines
}
