import type { CheckoutPreview } from '@purser/contract'
import { toNearestNumber } from '../../../kernel/amount.ts'
import { calendarPeriod } from '../../../kernel/calendar.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findCreditCurrency } from '../../catalog/read.ts'
import { listSubscriptions } from '../../subscriptions/read.ts'
import { quoteTopUp } from '../../topups/index.ts'
import type { SessionRequest } from '../session/session.core.ts'
import { creditImpactOf, dueTodayOf, plainBill, warningsOf } from './preview.core.ts'
import { type FoundPayer, readPayer } from './readPayer.ts'

type TopUpRequest = Extract<SessionRequest, { purpose: 'credit_topup' | 'credit_package' }>

/** Previews buying credits by amount or by package. Credits are sold without tax. */
export async function previewTopUp(
  tx: Tx,
  scope: Scope,
  customerId: string,
  request: Omit<TopUpRequest, 'uiMode'>,
): Promise<CheckoutPreview> {
  const { terms, balance } = await quoteTopUp(tx, scope, customerId, request as TopUpRequest)
  const payer = await readPayer(tx, scope, customerId)
  const currency = await findCreditCurrency(tx, scope.environmentId, terms.creditCurrencyId)
  invariant(currency, 'credits have a currency')
  const { charge: amount, chargeCurrency, creditPackageId } = terms
  const credits = toNearestNumber(terms.credits)
  const invoicedAt = await nextInvoiceAt(tx, scope, payer, chargeCurrency)
  return {
    purpose: request.purpose,
    mode: 'payment',
    currency: chargeCurrency,
    dueToday: dueTodayOf(payer, { amount, currency: chargeCurrency, invoicedAt }),
    ...plainBill(terms.description, amount),
    creditImpact: creditImpactOf(currency, balance, terms.credits),
    warnings: warningsOf(payer, { amount }),
    details:
      creditPackageId === null
        ? { creditTopup: { creditCurrencyId: currency.id, credits } }
        : {
            creditPackage: {
              creditPackageId,
              name: terms.description,
              creditCurrencyId: currency.id,
              credits,
            },
          },
  }
}

const MAX_SUBSCRIPTIONS = 100
const RUNNING = ['trialing', 'active', 'past_due']

/**
 * Estimates when pending lines are invoiced: with the next bill of a subscription in that currency,
 * and no later than the end of the month.
 */
async function nextInvoiceAt(
  tx: Tx,
  { environmentId }: Scope,
  { customer, at }: FoundPayer,
  currency: string,
): Promise<Date> {
  const month = calendarPeriod('month', at, customer.timezone).end
  if (currency !== customer.currency) return month
  const page = { limit: MAX_SUBSCRIPTIONS, after: null }
  const subscriptions = await listSubscriptions(
    tx,
    environmentId,
    { customerId: customer.id },
    page,
  )
  const ends = subscriptions
    .filter(({ status, productId }) => RUNNING.includes(status) && productId !== null)
    .flatMap(({ currentPeriodEnd: end }) => (end && end > at ? [end.getTime()] : []))
  return new Date(Math.min(month.getTime(), ...ends))
}
