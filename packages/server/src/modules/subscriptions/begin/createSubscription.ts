import type { SettlementOutcome } from '@purser/contract'
import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { bumpRightsVersion, lockCustomer } from '../../customers/index.ts'
import { findCustomer } from '../../customers/read.ts'
import {
  type Billing,
  createInvoicePayment,
  issueInvoice,
  resumeInvoicePayment,
} from '../../invoicing/index.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { setupPaymentMethod } from '../../payments/index.ts'
import { discountFromCoupon, NO_DISCOUNT } from '../coupons/coupon.core.ts'
import { redeemCoupon } from '../coupons/redeemCoupon.ts'
import { endIncomplete } from '../end/endIncomplete.ts'
import { INCOMPLETE_MS } from '../renew/due.core.ts'
import { emitSubscriptionEvent } from '../subscription/saveSubscription.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { findSubscription, insertRecord } from '../subscription/subscription.sql.ts'
import { activateSubscription } from './activateSubscription.ts'
import { beginTrial } from './beginTrial.ts'
import {
  quoteSubscription,
  type SubscriptionInput,
  type SubscriptionQuote,
} from './quoteSubscription.ts'

interface CreationOptions {
  /**
   * Makes the customer pay in a form even if a payment method is on file. A trial asks for a card
   * only if it requires a card and none is on file.
   */
  readonly forceForm?: boolean
  /** The subscription waits for its card until this instant. Default: 23 hours from now. */
  readonly incompleteUntil?: Date
}

type CreationResult = { ticket: string } | { answer: SettlementOutcome }

/**
 * Subscribes a customer to a plan. If nothing has to be paid now, the creation is complete.
 * Otherwise this returns a ticket, and `completeCreation` continues outside the transaction.
 */
export async function createSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  input: SubscriptionInput,
  { forceForm = false, incompleteUntil }: CreationOptions = {},
): Promise<CreationResult> {
  const { now: at } = await lockCustomer(tx, scope, input.customerId)
  const customer = await findCustomer(tx, scope.environmentId, input.customerId)
  invariant(customer, 'a locked customer exists')
  const quote = await quoteSubscription(tx, scope, { customer, at }, input)
  if (quote.replaces) await endIncomplete(tx, scope, quote.replaces, quote.at)
  if (quote.coupon) await redeemCoupon(tx, scope, quote.coupon)
  const until = incompleteUntil ?? new Date(quote.at.getTime() + INCOMPLETE_MS)
  const incomplete = await insertIncomplete(tx, scope, quote, input, until)
  if (quote.startsAt !== null) {
    const subscriptionId = incomplete.id
    const effectiveAt = quote.startsAt.toISOString()
    return { answer: { kind: 'deferred', subscriptionId, effectiveAt } }
  }
  return quote.trial === null
    ? billFirstPeriod(tx, billing, scope, quote, incomplete, forceForm)
    : startTrial(tx, scope, quote, incomplete)
}

/**
 * Every subscription is first inserted as incomplete, even if it is activated in the same
 * transaction.
 */
async function insertIncomplete(
  tx: Tx,
  scope: Scope,
  { subscriptionId, at, customer, plan: { plan }, ...quote }: SubscriptionQuote,
  { metadata = {}, billingAnchor }: SubscriptionInput,
  incompleteUntil: Date,
): Promise<SubscriptionRecord> {
  const isLater = quote.startsAt !== null || quote.trial !== null
  const incomplete: SubscriptionRecord = {
    id: subscriptionId,
    customerId: customer.id,
    planId: plan.id,
    planVersion: plan.version,
    productId: plan.productId,
    parentId: null,
    status: 'incomplete',
    collectionMethod: customer.collectionMethod,
    quantities: quote.quantities,
    billingAnchor: quote.anchor,
    hasGivenAnchor: billingAnchor !== undefined,
    currentPeriodStart: isLater ? null : quote.period.start,
    currentPeriodEnd: isLater ? null : quote.period.end,
    invoicedThrough: null,
    startsAt: quote.startsAt,
    trialDays: quote.trial?.days ?? null,
    trialEndsAt: null,
    trialEndToldAt: null,
    incompleteUntil: quote.startsAt === null ? incompleteUntil : null,
    cancelAt: null,
    canceledAt: null,
    pausedAt: null,
    pendingChange: null,
    ...(quote.coupon ? discountFromCoupon(quote.coupon) : NO_DISCOUNT),
    creditShares: {},
    metadata,
    revision: 0,
    nextDripAt: null,
    createdAt: at,
    updatedAt: at,
  }
  await insertRecord(tx, scope, incomplete)
  await bumpRightsVersion(tx, scope, customer.id)
  await emitSubscriptionEvent(tx, scope, 'created', incomplete)
  return incomplete
}

/** Starts the trial immediately, unless it needs a card that the customer does not have. */
async function startTrial(
  tx: Tx,
  scope: Scope,
  { at, customer, trial }: SubscriptionQuote,
  incomplete: SubscriptionRecord,
): Promise<CreationResult> {
  invariant(trial, 'the quote has a trial')
  if (trial.needsMethod) {
    return {
      ticket: setupTicket({ setupId: newId('paymentSetup'), subscriptionId: incomplete.id }),
    }
  }
  const trialing = await beginTrial(tx, scope, {
    subscription: incomplete,
    customer,
    start: at,
    now: at,
  })
  return { answer: createdNoCharge(trialing, null) }
}

/** Bills the first period. An amount due by card must be paid before the subscription starts. */
async function billFirstPeriod(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { at, customer, firstBill, method }: SubscriptionQuote,
  incomplete: SubscriptionRecord,
  forceForm: boolean,
): Promise<CreationResult> {
  const { start, end } = firstBill.period.period
  const invoice = await issueInvoice(tx, billing.tax, scope, {
    ...firstBill.request,
    subscriptionId: incomplete.id,
    reason: 'start',
    cycleStart: start,
    collectionMethod: forceForm ? 'charge_automatically' : customer.collectionMethod,
    periodStart: start,
    periodEnd: end,
  })
  if (invoice?.status === 'open' && invoice.collectionMethod === 'charge_automatically') {
    const methodToCharge = forceForm ? null : method
    const { id } = await createInvoicePayment(tx, billing.providers, scope, {
      invoice,
      method: methodToCharge,
      at,
    })
    return { ticket: id }
  }
  const active = await activateSubscription(tx, scope, {
    subscription: incomplete,
    customer,
    now: at,
    isBilled: invoice !== null,
  })
  if (invoice?.status !== 'open') return { answer: createdNoCharge(active, invoice) }
  return {
    answer: {
      kind: 'invoice_added',
      lineAmount: invoice.total,
      currency: invoice.currency,
      invoiceId: invoice.id,
      subscriptionId: active.id,
      grantId: null,
    },
  }
}

const createdNoCharge = (
  { id: subscriptionId, trialEndsAt }: SubscriptionRecord,
  invoice: InvoiceRecord | null,
): SettlementOutcome => ({
  kind: 'created_no_charge',
  subscriptionId,
  invoiceId: invoice?.id ?? null,
  trialEndsAt: trialEndsAt?.toISOString() ?? null,
})

/** Completes a creation: charges the card, or opens the form that asks for a card. */
export async function completeCreation(
  billing: Billing,
  scope: Scope,
  ticket: string,
  form: { uiMode: 'embedded' | 'hosted'; successUrl?: string; cancelUrl?: string } = {
    uiMode: 'embedded',
  },
): Promise<SettlementOutcome> {
  const setup = readSetupTicket(ticket)
  if (setup === null) return resumeInvoicePayment(billing, scope, ticket)
  const { setupId, subscriptionId } = setup
  const subscription = await withTransaction(
    billing.db,
    (tx) => findSubscription(tx, scope.environmentId, subscriptionId),
    'read',
  )
  invariant(subscription, 'a ticket names a subscription')
  const outcome = await setupPaymentMethod(billing, scope, subscription.customerId, {
    ...form,
    setupId,
  })
  return { ...outcome, subscriptionId }
}

/** The form in which a customer saves a card for a subscription that is waiting for one. */
interface CardSetup {
  readonly setupId: string
  readonly subscriptionId: string
}

/** The ticket of a creation that needs a card. All other tickets are payment ids. */
const setupTicket = ({ setupId, subscriptionId }: CardSetup): string =>
  `${setupId} ${subscriptionId}`

/** Returns null if the ticket is a payment id. */
export function readSetupTicket(ticket: string): CardSetup | null {
  const [setupId, subscriptionId] = ticket.split(' ')
  return setupId === undefined || subscriptionId === undefined ? null : { setupId, subscriptionId }
}
