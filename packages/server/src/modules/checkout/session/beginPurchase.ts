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
  quoteSubscription,
  readSetupTicket,
} from '../../subscriptions/index.ts'
import { findSubscription } from '../../subscriptions/read.ts'
import { buyCreditPackage, topUp } from '../../topups/index.ts'
import { findAttempt } from '../../topups/read.ts'
import { refuseCoupon } from '../preview/previewChange.ts'
import { findRenewalInvoice, renewalMode } from './findRenewalInvoice.ts'
import {
  type Begun,
  type CheckoutMode,
  NOTHING_BEGUN,
  type PurchaseOptions,
  type SessionRequest,
} from './session.core.ts'

/**
 * Begins what is to be bought, by the same use cases as without a checkout. A customer who pays by
 * card always gets a form, whatever is on file; one who is sent invoices is sent one here too.
 */
export async function beginPurchase(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  request: SessionRequest,
  options: PurchaseOptions,
): Promise<Begun> {
  const { providers } = billing
  const { customerId, forceForm } = options
  switch (request.purpose) {
    case 'credit_topup': {
      const begun = await topUp(tx, providers, scope, { ...request, customerId, forceForm })
      return topUpBegun(tx, scope, begun)
    }
    case 'credit_package': {
      const wanted = { ...request, customerId, forceForm }
      return topUpBegun(tx, scope, await buyCreditPackage(tx, providers, scope, wanted))
    }
    case 'payment_method_update': {
      // Asked for before anything is written: one that is not set up is the caller's to know at once.
      await providers.current(scope.environmentId, tx)
      return { ...NOTHING_BEGUN, mode: 'setup', setupId: newSetupId(scope, customerId) }
    }
    case 'invoice_payment': {
      const { invoiceId } = request
      const begun = await payInvoice(tx, providers, scope, {
        invoiceId,
        customerId,
        forceForm: true,
      })
      return { mode: 'payment', ...(await readBegun(tx, scope, begun)) }
    }
    case 'subscription':
      return beginSubscription(tx, billing, scope, request, options)
    case 'addon_purchase':
      return beginAddon(tx, billing, scope, request, options)
  }
}

async function topUpBegun(
  tx: Tx,
  { environmentId }: Scope,
  begun: { ticket: string } | { answer: unknown },
): Promise<Begun> {
  if ('answer' in begun) return { ...NOTHING_BEGUN, mode: 'payment' }
  const attempt = await findAttempt(tx, environmentId, begun.ticket)
  invariant(attempt?.paymentId, 'what waits for its payment has one')
  return { ...NOTHING_BEGUN, mode: 'payment', paymentId: attempt.paymentId }
}

type SubscriptionRequest = Extract<SessionRequest, { purpose: 'subscription' }>

/** Begins a subscription, its change to another plan, or the payment of what is open of it. */
async function beginSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  wanted: SubscriptionRequest,
  options: PurchaseOptions,
): Promise<Begun> {
  const { subscriptionId } = wanted
  if (subscriptionId === undefined) return beginNew(tx, billing, scope, wanted, options)
  const { customerId, offer, forceForm, encryptionKey } = options
  await requireOwn(tx, scope, customerId, subscriptionId)
  refuseCoupon(wanted.couponCode)
  const renewed = { ...wanted, customerId, subscriptionId }
  const invoice = await findRenewalInvoice(tx, scope, renewed)
  if (invoice) {
    const paid = { invoiceId: invoice.id, customerId, forceForm: true }
    const begun = await payInvoice(tx, billing.providers, scope, paid)
    const mode = renewalMode(invoice)
    return { mode, ...(await readBegun(tx, scope, begun)) }
  }
  const { planId, quantities } = wanted
  const change = { subscriptionId, planId, offer, quantities, forceForm }
  const begun = await changeSubscription(tx, billing, encryptionKey, scope, change)
  return { mode: modeOf(begun), ...(await readBegun(tx, scope, begun)) }
}

/** As previewed: only a step down waits for the end of the period, and what is the same goes on. */
function modeOf(begun: { ticket: string } | { answer: SettlementOutcome }): CheckoutMode {
  const kind = 'answer' in begun ? begun.answer.kind : null
  if (kind === 'no_action') return 'renewal'
  return kind === 'deferred' ? 'downgrade' : 'upgrade'
}

/** A trial asks for a card only where it needs one that is not there. */
async function beginNew(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { planId, quantities, couponCode }: SubscriptionRequest,
  { customerId, offer, forceForm, expiresAt: incompleteUntil }: PurchaseOptions,
): Promise<Begun> {
  const input = { customerId, planId, offer, quantities, couponCode }
  const { trial } = await quoteSubscription(tx, billing, scope, input)
  const begun = await createSubscription(tx, billing, scope, input, {
    forceForm: forceForm && trial === null,
    incompleteUntil,
  })
  const setup = 'ticket' in begun ? readSetupTicket(begun.ticket) : null
  if (setup === null) return { mode: 'new', ...(await readBegun(tx, scope, begun)) }
  const { subscriptionId } = setup
  return { ...NOTHING_BEGUN, mode: 'new', subscriptionId, setupId: newSetupId(scope, customerId) }
}

type AddonRequest = Extract<SessionRequest, { purpose: 'addon_purchase' }>

/** Begins to add an add-on to a subscription. */
async function beginAddon(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { planId, subscriptionId, quantities }: AddonRequest,
  { customerId, offer, forceForm }: PurchaseOptions,
): Promise<Begun> {
  await requireOwn(tx, scope, customerId, subscriptionId)
  const item = { subscriptionId, planId, offer, quantities, forceForm }
  return { mode: 'new', ...(await readBegun(tx, scope, await addItem(tx, billing, scope, item))) }
}

/** Of what is paid by an invoice: its payment, or what was done without one. */
async function readBegun(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  begun: { ticket: string } | { answer: SettlementOutcome },
): Promise<Omit<Begun, 'mode'>> {
  if ('answer' in begun) {
    const { answer } = begun
    const invoiceId = 'invoiceId' in answer ? answer.invoiceId : null
    return { ...NOTHING_BEGUN, subscriptionId: answer.subscriptionId, invoiceId }
  }
  const { ticket: paymentId } = begun
  const payment = await findPayment(tx, environmentId, paymentId)
  const invoice = payment?.invoiceId && (await findInvoice(tx, environmentId, payment.invoiceId))
  invariant(invoice, 'what waits for its payment has an invoice')
  const { id: invoiceId, subscriptionId } = invoice
  return { ...NOTHING_BEGUN, paymentId, invoiceId, subscriptionId }
}

/** Refuses a subscription that is not the customer's, or an add-on of one. */
async function requireOwn(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  customerId: string,
  subscriptionId: string,
): Promise<void> {
  const subscription = await findSubscription(tx, environmentId, subscriptionId)
  if (subscription?.customerId === customerId && subscription.parentId === null) return
  throw notFound('subscription', subscriptionId)
}

/** Names a form that saves a method, with the customer's bucket, by which its session is found. */
const newSetupId = ({ environmentId }: Pick<Scope, 'environmentId'>, customerId: string): string =>
  newIdInBucket('paymentSetup', bucketOf(environmentId, customerId))
