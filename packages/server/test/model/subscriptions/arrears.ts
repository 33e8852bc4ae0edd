import { type Amount, divideHalfEven, parseAmount, subtract } from '../../../src/kernel/amount.ts'
import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { recurringLines, unbilledUsage } from '../invoicing/bill.ts'
import { type Charge, inMinorUnits, priceOf, type Share, WHOLE } from '../invoicing/prices.ts'
import { billingPeriodAt } from '../periods.ts'
import type { Accrual, Customer, Subscription } from '../state.ts'
import type { Line } from './billing.ts'
import { contractOf } from './renderBilling.ts'

/** Time on a plan that is paid for afterwards. */
export interface Stretch {
  readonly start: Date
  readonly end: Date
  /** Of the whole period that it lies in. */
  readonly share: Share
}

/** From what was billed last; null when nothing has passed since. */
export function stretchTo(
  plan: Plan,
  { timezone }: Customer,
  subscription: Subscription,
  end: Date,
): Stretch | null {
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

/** What a plan asks for afterwards: recurring charges in arrears, usage and its minimums. */
export function closingLines(
  customer: Customer,
  subscription: Subscription,
  { charges }: Plan,
  stretch: Stretch,
  usage: readonly Accrual[],
): Line[] {
  const { quantities } = contractOf(subscription)
  const arrears = charges
    .filter(({ timing }) => timing === 'in_arrears')
    .flatMap((charge) => recurringLines(charge, subscription, quantities, stretch, stretch.share))
  const isLate = ({ periodEnd }: Accrual): boolean =>
    periodEnd !== null && periodEnd <= stretch.start
  const used = charges.flatMap((charge) => {
    if (charge.type !== 'usage') return []
    const own = usage.filter(({ chargeId }) => chargeId === charge.id)
    const lines = own
      .filter((accrual) => !isLate(accrual))
      .map((accrual) => usageLine(customer, charge, accrual, null))
    const late = own
      .filter(isLate)
      .map((accrual) => usageLine(customer, charge, accrual, charge.minimum ?? 0))
    return [...lines, minimumLine(subscription, charge, stretch, lines), ...late]
  })
  return [...arrears, ...used]
}

/** Usage of periods that were billed before; what was below the minimum then is paid for. */
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
 * What usage costs more than what was billed of it. What was taken back gives back its share of
 * what was asked for, which a discount may have made less than its price.
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
  const asked = askedFor(customer, accrual, least !== null)
  const back = () =>
    Number(divideHalfEven(BigInt(asked) * BigInt(cost(value)), BigInt(cost(billed)))) - asked
  return {
    type: 'usage',
    subscriptionId,
    chargeId: charge.id,
    quantity: subtract(value, billed),
    amount: rise < 0 ? Math.max(back(), rise) : rise,
    periodStart,
    periodEnd,
  }
}

/** What invoices that are not void ask for usage of a period, with or without its minimums. */
const askedFor = ({ billing }: Customer, accrual: Accrual, hasMinimums: boolean): number =>
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

/** A stretch of time costs at least its share of the minimum, also where nothing was used in it. */
function minimumLine(
  { id }: Subscription,
  charge: Charge,
  { start, end, share }: Stretch,
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

/** Takes up what nothing was billed of so far. */
export function closeUsage(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  end: Date,
): Line[] {
  const present = planOf(catalog, subscription)
  const stretch = stretchTo(present, customer, subscription, end)
  // What began in this very instant has usage of this instant.
  const before = new Date(Math.max(end.getTime(), unbilledSince(subscription).getTime() + 1))
  const usage = unbilledUsage(customer, subscription, before)
  // Plans that were left come last: what was billed of them may have turned out not to be used.
  const left = [...catalog.plans, ...(catalog.older ?? [])].filter((plan) => plan !== present)
  const lines = [
    ...(stretch
      ? closingLines(customer, subscription, present, stretch, usage)
      : lateLines(customer, present, usage, false)),
    ...left.flatMap((plan) => lateLines(customer, plan, usage)),
  ]
  for (const accrual of usage) accrual.billed = accrual.value
  return lines
}
