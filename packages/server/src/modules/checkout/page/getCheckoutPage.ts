import type { CheckoutPage } from '@purser/contract'
import { toNearestNumber, ZERO } from '../../../kernel/amount.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findCreditCurrency } from '../../catalog/read.ts'
import { readWallet } from '../../credits/read.ts'
import { findInvoice, listInvoiceLines } from '../../invoicing/read.ts'
import { findPayment, type PaymentRecord } from '../../payments/read.ts'
import { readPurchasedAddOn, readPurchasedPlan } from '../../subscriptions/index.ts'
import { findAttempt } from '../../topups/read.ts'
import { planDetails } from '../preview/planDetails.ts'
import { creditImpactOf, EMPTY_BILL, plainBill, renderBill } from '../preview/preview.core.ts'
import { type FoundPayer, readPayer } from '../preview/readPayer.ts'
import type { FoundSession } from '../session/session.core.ts'
import { type SessionRecord, statusOf } from '../session/session.core.ts'

type Bill = Pick<
  CheckoutPage,
  'lineItems' | 'subtotal' | 'discount' | 'creditsApplied' | 'tax' | 'total'
>
type Purchase = Pick<CheckoutPage, 'details' | 'creditImpact'> & {
  readonly bill: Bill
  /** Defaults to the customer's currency. */
  readonly currency?: string
}

/**
 * Returns the contents of a session's page. The purchase has already started, so its details come
 * from the stored rows: a preview would reject it as already made.
 */
export async function getCheckoutPage(
  tx: Tx,
  scope: Scope,
  { session, progress }: FoundSession,
): Promise<CheckoutPage> {
  const { environmentId } = scope
  const { id, purpose, mode, paymentId, successUrl, cancelUrl, expiresAt } = session
  const status = statusOf(session, progress)
  const payer = await readPayer(tx, scope, session.customerId)
  const payment = paymentId === null ? null : await findPayment(tx, environmentId, paymentId)
  const purchase = await readPurchase(tx, scope, session, { payer, payment })
  const { bill, currency = payer.customer.currency, creditImpact, details } = purchase
  return {
    id,
    purpose,
    status,
    mode,
    currency,
    ...bill,
    dueToday: payment?.amount ?? 0,
    ...(creditImpact && status === 'pending' && { creditImpact }),
    details,
    successUrl,
    cancelUrl,
    expiresAt: expiresAt.toISOString(),
  }
}

interface PageContext {
  readonly payer: FoundPayer
  readonly payment: PaymentRecord | null
}

function readPurchase(
  tx: Tx,
  scope: Scope,
  session: SessionRecord,
  { payer, payment }: PageContext,
): Promise<Purchase> {
  switch (session.purpose) {
    case 'credit_topup':
    case 'credit_package':
      return readTopUp(tx, scope, payer, payment)
    case 'invoice_payment':
      return readInvoice(tx, scope, session)
    case 'subscription':
    case 'addon_purchase':
      return readPlan(tx, scope, session)
    case 'payment_method_update': {
      const paymentMethodUpdate = { paymentMethodId: payer.method?.id ?? null }
      return Promise.resolve({ bill: EMPTY_BILL, details: { paymentMethodUpdate } })
    }
  }
}

/**
 * Shows the credits with their price at the time of purchase. A top-up that was added to an
 * invoice has no form and is not shown.
 */
async function readTopUp(
  tx: Tx,
  { environmentId }: Scope,
  { at: now }: FoundPayer,
  payment: PaymentRecord | null,
): Promise<Purchase> {
  const attempt = payment && (await findAttempt(tx, environmentId, payment.attemptId))
  if (!attempt?.terms) return { bill: EMPTY_BILL, details: {} }
  const { creditCurrencyId, creditPackageId, description, charge, chargeCurrency } = attempt.terms
  const currency = await findCreditCurrency(tx, environmentId, creditCurrencyId)
  invariant(currency, 'credits have a currency')
  const { customerId } = attempt
  const walletScope = { environmentId, now }
  const wallet = await readWallet(tx, walletScope, { customerId, creditCurrencyId })
  const credits = toNearestNumber(attempt.terms.credits)
  return {
    bill: plainBill(description, charge),
    currency: chargeCurrency,
    creditImpact: creditImpactOf(currency, wallet?.balance ?? ZERO, attempt.terms.credits),
    details:
      creditPackageId === null
        ? { creditTopup: { creditCurrencyId, credits } }
        : { creditPackage: { creditPackageId, name: description, creditCurrencyId, credits } },
  }
}

async function readInvoice(
  tx: Tx,
  { environmentId }: Scope,
  { invoiceId }: SessionRecord,
): Promise<Purchase> {
  const invoice = invoiceId === null ? null : await findInvoice(tx, environmentId, invoiceId)
  if (!invoice) return { bill: EMPTY_BILL, details: {} }
  const lines = await listInvoiceLines(tx, environmentId, invoice.id)
  const { id, number, dueAt, currency } = invoice
  return {
    bill: renderBill({ ...invoice, lines }),
    currency,
    details: { invoicePayment: { invoiceId: id, number, dueAt: dueAt?.toISOString() ?? null } },
  }
}

async function readPlan(tx: Tx, scope: Scope, session: SessionRecord): Promise<Purchase> {
  const { subscriptionId, invoiceId, request, mode } = session
  invariant(subscriptionId !== null, 'a purchased plan has a subscription')
  const { bill, currency } = await readInvoice(tx, scope, session)
  const isDeferred = mode === 'downgrade'
  const started = await readPurchasedPlan(tx, scope, { subscriptionId, invoiceId, isDeferred })
  const isAddon = request.purpose === 'addon_purchase'
  const isStartedPlan = !isAddon || started.plan.plan.kind === 'addon'
  const purchasedPlan = isStartedPlan
    ? started
    : await readPurchasedAddOn(tx, scope, { subscriptionId, planId: request.planId })
  if (!purchasedPlan) return { bill, ...(currency && { currency }), details: {} }
  const [creditImpact] = purchasedPlan.creditImpacts
  const details = planDetails(purchasedPlan.plan, { ...purchasedPlan, subscriptionId })
  return {
    bill,
    ...(currency && { currency }),
    ...(creditImpact && { creditImpact }),
    details: isAddon ? { addonPurchase: details } : { subscription: details },
  }
}
