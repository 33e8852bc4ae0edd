import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Billing, prepareBill } from '../../invoicing/index.ts'
import { discountAfterBill } from '../coupons/coupon.core.ts'
import { findDiscount } from '../coupons/redeemCoupon.ts'
import { advanceLines } from '../period/chargeLines.core.ts'
import { periodFrom } from '../period/period.core.ts'
import { type LoadedPlan, loadPlan } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { isSameCycle } from './change.core.ts'
import type { ChangeQuote } from './quoteChange.ts'

/** The next regular bill after a change, before usage and prepaid money. Null if there is none. */
export async function quoteNextBill(
  tx: Tx,
  { tax }: Pick<Billing, 'tax'>,
  scope: Scope,
  { customer, subscription, items }: LoadedSubscription,
  { from, to, timing, period, anchor, lines }: ChangeQuote,
): Promise<{ at: Date; amount: number } | null> {
  const at = timing === 'now' ? period.end : subscription.currentPeriodEnd
  if (at === null || subscription.cancelAt !== null) return null
  const isSame = isSameCycle(from.cycle, to.cycle)
  // If a new interval starts at the end of the period, its periods count from that instant.
  const nextAnchor = timing === 'period_end' && !isSame ? at : anchor
  // If a new period starts now, the coupon has been applied to its bill before the next bill.
  const discountState =
    isSame || lines.charges.length === 0 ? subscription : discountAfterBill(subscription)
  const plans: LoadedPlan[] = [to]
  for (const item of items.filter(({ cancelAt }) => cancelAt === null)) {
    plans.push(await loadPlan(tx, scope.environmentId, item))
  }
  const bill = await prepareBill(tx, tax, scope, {
    customer,
    currency: to.plan.currency,
    lines: plans.flatMap((plan) => nextLines(plan, nextAnchor, at, customer.timezone)),
    discount: await findDiscount(tx, scope, discountState, 'next'),
    takesPending: false,
    at,
  })
  return { at, amount: bill.total + bill.creditsApplied }
}

function nextLines(plan: LoadedPlan, anchor: Date, at: Date, timezone: string) {
  const { period, portion } = periodFrom({ ...plan.cycle, anchor }, at, timezone)
  return period.end === null ? [] : advanceLines(plan, { start: at, end: period.end }, portion)
}
