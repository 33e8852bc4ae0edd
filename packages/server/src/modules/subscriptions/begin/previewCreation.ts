import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { findCustomer, readCustomerSnapshots } from '../../customers/read.ts'
import type { Bill } from '../../invoicing/core.ts'
import { type Billing, prepareBill } from '../../invoicing/index.ts'
import { openingLines } from '../period/chargeLines.core.ts'
import { periodFrom } from '../period/period.core.ts'
import { grantsOfPeriod } from '../planCredits/planGrants.core.ts'
import { type CreditImpact, quoteCredits } from '../planCredits/quoteCredits.ts'
import {
  quoteSubscription,
  type SubscriptionInput,
  type SubscriptionQuote,
} from './quoteSubscription.ts'

/** The quote of a subscription with the amounts that a preview shows. */
export interface CreationPreview extends SubscriptionQuote {
  /** The first bill. It is due now unless `startsAt` or `trial` postpones it. */
  readonly bill: Bill
  readonly dueNow: number
  /** The next bill after today, before usage and prepaid money. */
  readonly nextBilling: { readonly at: Date; readonly amount: number } | null
  /** Credits that the first period grants, by wallet. */
  readonly creditImpacts: readonly CreditImpact[]
}

/** Quotes a subscription and computes its costs without writing anything. */
export async function previewCreation(
  tx: Tx,
  { tax }: Pick<Billing, 'tax'>,
  scope: Scope,
  input: SubscriptionInput,
): Promise<CreationPreview> {
  const { environmentId } = scope
  const { customerId } = input
  const [snapshot] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  const customer = snapshot && (await findCustomer(tx, environmentId, customerId))
  if (!customer) throw notFound('customer', customerId)
  const at = currentTimeOf(snapshot, scope.now)
  const quote = await quoteSubscription(tx, scope, { customer, at }, input)
  const bill = await prepareBill(tx, tax, scope, quote.firstBill.request)
  const isDueNow = quote.startsAt === null && quote.trial === null
  const { plan, cycle } = quote.plan
  const { timezone } = customer
  const firstPeriod = { cycle, period: quote.period, timezone }
  const grants = grantsOfPeriod(plan.grantRules, firstPeriod, { isFirst: true })
  return {
    ...quote,
    bill,
    dueNow: isDueNow ? bill.total : 0,
    nextBilling: await quoteNextBilling(tx, { tax }, scope, quote, bill),
    creditImpacts: await quoteCredits(tx, scope, { customerId, at }, grants),
  }
}

/** The next bill, as far as it can be computed today. */
async function quoteNextBilling(
  tx: Tx,
  { tax }: Pick<Billing, 'tax'>,
  scope: Scope,
  { plan, coupon, customer, startsAt, trial, firstBill: { request, period } }: SubscriptionQuote,
  bill: Bill,
): Promise<CreationPreview['nextBilling']> {
  const firstBillAt = trial?.endsAt ?? startsAt
  if (firstBillAt !== null) return { at: firstBillAt, amount: bill.total + bill.creditsApplied }
  const { end } = period.period
  if (end === null) return null
  const isDiscounted =
    coupon !== null && coupon.duration !== 'once' && coupon.durationInPeriods !== 1
  const next = await prepareBill(tx, tax, scope, {
    ...request,
    lines: openingLines(plan, periodFrom(plan.cycle, end, customer.timezone), { isFirst: false }),
    discount: isDiscounted ? request.discount : null,
    takesPending: false,
  })
  return { at: end, amount: next.total + next.creditsApplied }
}
