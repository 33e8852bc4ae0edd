import type { SettlementOutcome } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Billing, payInvoice } from '../invoicing/index.ts'
import {
  changeSubscription,
  createSubscription,
  quoteSubscription,
  readSetupTicket,
} from '../subscriptions/index.ts'
import { type Begun, type CheckoutMode, NOTHING_BEGUN, type PurchaseOptions } from './core/begun.ts'
import type { SessionRequest } from './core/session.ts'
import { findRenewalInvoice } from './findRenewalInvoice.ts'
import { newSetupId } from './newSetupId.ts'
import { refuseCoupon } from './previewChange.ts'
import { renewalMode } from './previewRenewal.ts'
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
  if (setup === null) return { mode: 'new', ...(await readBegun(tx, scope, begun)) }
  const { subscriptionId } = setup
  return { ...NOTHING_BEGUN, mode: 'new', subscriptionId, setupId: newSetupId(scope, customerId) }
}
