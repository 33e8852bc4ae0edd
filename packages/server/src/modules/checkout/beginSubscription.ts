import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Billing, payInvoice } from '../invoicing/index.ts'
import {
  changeSubscription,
  createSubscription,
  quoteSubscription,
  readSetupTicket,
} from '../subscriptions/index.ts'
import { type Begun, NOTHING_BEGUN, type PurchaseOptions } from './core/begun.ts'
import type { SessionRequest } from './core/session.ts'
import { findRenewalInvoice } from './findRenewalInvoice.ts'
import { newSetupId } from './newSetupId.ts'
import { refuseCoupon } from './previewChange.ts'
import { readBegun } from './readBegun.ts'
import { requireOwn } from './requireOwn.ts'

type Wanted = Extract<SessionRequest, { purpose: 'subscription' }>

/** Begins a subscription, its change to another plan, or the payment of what is open of it. */
export async function beginSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  wanted: Wanted,
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
    return readBegun(tx, scope, await payInvoice(tx, billing.providers, scope, paid))
  }
  const { planId, quantities } = wanted
  const change = { subscriptionId, planId, offer, quantities, forceForm }
  return readBegun(tx, scope, await changeSubscription(tx, billing, encryptionKey, scope, change))
}

/** A trial asks for a card only where it needs one that is not there. */
async function beginNew(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { planId, quantities, couponCode }: Wanted,
  { customerId, offer, forceForm, expiresAt: incompleteUntil }: PurchaseOptions,
): Promise<Begun> {
  const input = { customerId, planId, offer, quantities, couponCode }
  const { trial } = await quoteSubscription(tx, billing, scope, input)
  const begun = await createSubscription(tx, billing, scope, input, {
    forceForm: forceForm && trial === null,
    incompleteUntil,
  })
  const setup = 'ticket' in begun ? readSetupTicket(begun.ticket) : null
  if (setup === null) return readBegun(tx, scope, begun)
  const { subscriptionId } = setup
  return { ...NOTHING_BEGUN, subscriptionId, setupId: newSetupId(scope, customerId) }
}
