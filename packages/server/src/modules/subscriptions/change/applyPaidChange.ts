import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { isPayable, voidInvoice } from '../../invoicing/index.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { applyItem } from '../items/applyItem.ts'
import { lockSubscription } from '../subscription/lockSubscription.ts'
import { isEnded, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { applyChange } from './applyChange.ts'
import type { ChangeTerms, ItemTerms, PlanChangeTerms } from './change.core.ts'
import { endChange, findChangeOfInvoice } from './changes.sql.ts'

/** Applies the change that was waiting for this invoice to be paid. */
export async function applyPaidChange(
  tx: Tx,
  scope: Scope,
  invoice: Pick<InvoiceRecord, 'id'>,
  at: Date,
): Promise<void> {
  const change = await findChangeOfInvoice(tx, scope.environmentId, invoice.id)
  if (change?.status !== 'waiting') return
  await endChange(tx, scope, change, 'applied', at)
  const locked = await lockSubscription(tx, scope, change.subscriptionId)
  await (change.kind === 'plan'
    ? applyChange(tx, scope, locked, change.terms as PlanChangeTerms)
    : applyItem(tx, scope, locked, change.terms as ItemTerms))
}

/**
 * Abandons a change that no longer applies because the subscription has ended or the quoted period
 * is over. The payment is refunded.
 */
export async function abandonStaleChange(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<void> {
  const change = await findChangeOfInvoice(tx, scope.environmentId, invoice.id)
  if (change?.status !== 'waiting') return
  const { subscription } = await lockSubscription(tx, scope, change.subscriptionId)
  if (!isStillApplicable(subscription, change.terms)) await abandonChange(tx, scope, invoice, at)
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
  await endChange(tx, scope, change, 'abandoned', at)
  if (isPayable(invoice)) await voidInvoice(tx, scope, invoice, at)
  return true
}
