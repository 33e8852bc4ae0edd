import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { isPayable } from '../../invoicing/core.ts'
import { voidInvoice } from '../../invoicing/index.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { applyItem } from '../items/applyItem.ts'
import { readLockedSubscription } from '../subscription/lockSubscription.ts'
import { isEnded, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { findSubscription } from '../subscription/subscription.sql.ts'
import { applyChange } from './applyChange.ts'
import type { ChangeTerms, ItemTerms, PlanChangeTerms } from './change.core.ts'
import { type ChangeRecord, endChange, findChangeOfInvoice } from './changes.sql.ts'

/**
 * Applies the change that was waiting for this invoice to be paid. The caller holds the customer's
 * lock.
 */
export async function applyPaidChange(
  tx: Tx,
  scope: Scope,
  invoice: Pick<InvoiceRecord, 'id'>,
  at: Date,
): Promise<void> {
  const change = await findChangeOfInvoice(tx, scope.environmentId, invoice.id)
  if (change?.status !== 'waiting') return
  await endChange(tx, scope, change, 'applied', at)
  const locked = await readLockedSubscription(tx, scope, change.subscriptionId, at)
  await (change.kind === 'plan'
    ? applyChange(tx, scope, locked, change.terms as PlanChangeTerms)
    : applyItem(tx, scope, locked, change.terms as ItemTerms))
}

/**
 * Abandons a change that no longer applies because the subscription has ended or the quoted period
 * is over. The payment is refunded. Returns the resulting invoice. The caller holds the customer's
 * lock.
 */
export async function abandonStaleChange(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> {
  if (invoice.reason !== 'change') return invoice
  const change = await findChangeOfInvoice(tx, scope.environmentId, invoice.id)
  if (change?.status !== 'waiting') return invoice
  const subscription = await findSubscription(tx, scope.environmentId, change.subscriptionId)
  invariant(subscription, 'a change has a subscription')
  if (isStillApplicable(subscription, change.terms)) return invoice
  return abandonWaitingChange(tx, scope, change, invoice, at)
}

const isStillApplicable = (subscription: SubscriptionRecord, { at }: ChangeTerms): boolean => {
  const { currentPeriodStart } = subscription
  return !isEnded(subscription) && !(currentPeriodStart && currentPeriodStart > new Date(at))
}

/**
 * Abandons a waiting change and voids its invoice. Does nothing if the change has been applied. The
 * caller holds the customer's lock.
 */
export async function abandonChange(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<boolean> {
  const change = await findChangeOfInvoice(tx, scope.environmentId, invoice.id)
  if (change?.status !== 'waiting') return false
  await abandonWaitingChange(tx, scope, change, invoice, at)
  return true
}

async function abandonWaitingChange(
  tx: Tx,
  scope: Scope,
  change: ChangeRecord,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> {
  await endChange(tx, scope, change, 'abandoned', at)
  return isPayable(invoice) ? voidInvoice(tx, scope, invoice, at) : invoice
}
