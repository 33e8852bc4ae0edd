import type { SettlementOutcome } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import { notFound } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Billing, payInvoice } from '../../invoicing/index.ts'
import { findInvoice } from '../../invoicing/read.ts'
import { findPayment } from '../../payments/read.ts'
import {
  addItem,
  changeSubscription,
  createSubscription,
  readSetupTicket,
} from '../../subscriptions/index.ts'
import { findSubscription } from '../../subscriptions/read.ts'
import { buyCreditPackage, topUp } from '../../topups/index.ts'
import { findAttempt } from '../../topups/read.ts'
import { refuseCoupon } from '../preview/previewChangeCheckout.ts'
import { findRenewalInvoice, renewalMode } from './findRenewalInvoice.ts'
import {
  type CheckoutMode,
  NOTHING_STARTED,
  type PurchaseOptions,
  type SessionRequest,
  type StartedPurchase,
} from './session.core.ts'

/**
 * Starts the purchase through the same use cases as a purchase without a checkout. A customer who
 * pays by card always gets a form, even with a card on file. A sales-led customer gets an invoice
 * instead.
 */
export async function startPurchase(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  request: SessionRequest,
  options: PurchaseOptions,
): Promise<StartedPurchase> {
  const { providers } = billing
  const { customerId, forceForm } = options
  switch (request.purpose) {
    case 'credit_topup': {
      const started = await topUp(tx, providers, scope, { ...request, customerId, forceForm })
      return readStartedTopUp(tx, scope, started)
    }
    case 'credit_package': {
      const order = { ...request, customerId, forceForm }
      return readStartedTopUp(tx, scope, await buyCreditPackage(tx, providers, scope, order))
    }
    case 'payment_method_update': {
      // Resolve the provider before any write, so that a missing setup fails the request.
      await providers.current(scope.environmentId, tx)
      return { ...NOTHING_STARTED, mode: 'setup', setupId: newSetupId(scope, customerId) }
    }
    case 'invoice_payment': {
      const { invoiceId } = request
      const started = await payInvoice(tx, providers, scope, {
        invoiceId,
        customerId,
        forceForm: true,
      })
      return { mode: 'payment', ...(await readStartedPurchase(tx, scope, started)) }
    }
    case 'subscription':
      return startOrChangeSubscription(tx, billing, scope, request, options)
    case 'addon_purchase':
      return startAddon(tx, billing, scope, request, options)
  }
}

async function readStartedTopUp(
  tx: Tx,
  { environmentId }: Scope,
  started: { ticket: string } | { answer: unknown },
): Promise<StartedPurchase> {
  if ('answer' in started) return { ...NOTHING_STARTED, mode: 'payment' }
  const attempt = await findAttempt(tx, environmentId, started.ticket)
  invariant(attempt?.paymentId, 'a pending top-up has a payment')
  return { ...NOTHING_STARTED, mode: 'payment', paymentId: attempt.paymentId }
}

type SubscriptionRequest = Extract<SessionRequest, { purpose: 'subscription' }>

/** Starts a subscription, changes its plan, or pays its open invoice. */
async function startOrChangeSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  request: SubscriptionRequest,
  options: PurchaseOptions,
): Promise<StartedPurchase> {
  const { subscriptionId } = request
  if (subscriptionId === undefined) return startSubscription(tx, billing, scope, request, options)
  const { customerId, offer, forceForm, encryptionKey } = options
  await requireCustomersSubscription(tx, scope, customerId, subscriptionId)
  refuseCoupon(request.couponCode)
  const renewal = { ...request, customerId, subscriptionId }
  const invoice = await findRenewalInvoice(tx, scope, renewal)
  if (invoice) {
    const invoicePayment = { invoiceId: invoice.id, customerId, forceForm: true }
    const started = await payInvoice(tx, billing.providers, scope, invoicePayment)
    const mode = renewalMode(invoice)
    return { mode, ...(await readStartedPurchase(tx, scope, started)) }
  }
  const { planId, quantities } = request
  const change = { subscriptionId, planId, offer, quantities, forceForm }
  const started = await changeSubscription(tx, billing, encryptionKey, scope, change)
  return { mode: changeMode(started), ...(await readStartedPurchase(tx, scope, started)) }
}

/** Matches the preview: only a downgrade is deferred, and an unchanged plan is a renewal. */
function changeMode(started: { ticket: string } | { answer: SettlementOutcome }): CheckoutMode {
  const kind = 'answer' in started ? started.answer.kind : null
  if (kind === 'no_action') return 'renewal'
  return kind === 'deferred' ? 'downgrade' : 'upgrade'
}

async function startSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { planId, quantities, couponCode }: SubscriptionRequest,
  { customerId, offer, forceForm, expiresAt: incompleteUntil }: PurchaseOptions,
): Promise<StartedPurchase> {
  const input = { customerId, planId, offer, quantities, couponCode }
  const options = { forceForm, incompleteUntil }
  const started = await createSubscription(tx, billing, scope, input, options)
  const setup = 'ticket' in started ? readSetupTicket(started.ticket) : null
  if (setup === null) return { mode: 'new', ...(await readStartedPurchase(tx, scope, started)) }
  const { subscriptionId } = setup
  return { ...NOTHING_STARTED, mode: 'new', subscriptionId, setupId: newSetupId(scope, customerId) }
}

type AddonRequest = Extract<SessionRequest, { purpose: 'addon_purchase' }>

async function startAddon(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { planId, subscriptionId, quantities }: AddonRequest,
  { customerId, offer, forceForm }: PurchaseOptions,
): Promise<StartedPurchase> {
  await requireCustomersSubscription(tx, scope, customerId, subscriptionId)
  const item = { subscriptionId, planId, offer, quantities, forceForm }
  return {
    mode: 'new',
    ...(await readStartedPurchase(tx, scope, await addItem(tx, billing, scope, item))),
  }
}

/** Reads the payment, invoice and subscription of a purchase that is paid by invoice. */
async function readStartedPurchase(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  started: { ticket: string } | { answer: SettlementOutcome },
): Promise<Omit<StartedPurchase, 'mode'>> {
  if ('answer' in started) {
    const { answer } = started
    const invoiceId = 'invoiceId' in answer ? answer.invoiceId : null
    return { ...NOTHING_STARTED, subscriptionId: answer.subscriptionId, invoiceId }
  }
  const { ticket: paymentId } = started
  const payment = await findPayment(tx, environmentId, paymentId)
  const invoice = payment?.invoiceId && (await findInvoice(tx, environmentId, payment.invoiceId))
  invariant(invoice, 'a subscription that waits for payment has an invoice')
  const { id: invoiceId, subscriptionId } = invoice
  return { ...NOTHING_STARTED, paymentId, invoiceId, subscriptionId }
}

/** Rejects a subscription of another customer, and a subscription that is itself an add-on. */
async function requireCustomersSubscription(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  customerId: string,
  subscriptionId: string,
): Promise<void> {
  const subscription = await findSubscription(tx, environmentId, subscriptionId)
  if (subscription?.customerId === customerId && subscription.parentId === null) return
  throw notFound('subscription', subscriptionId)
}

/**
 * Creates an id for a form that saves a payment method. The id contains the customer's bucket, so
 * that its session can be found.
 */
const newSetupId = ({ environmentId }: Pick<Scope, 'environmentId'>, customerId: string): string =>
  newIdInBucket('paymentSetup', bucketOf(environmentId, customerId))
