import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { isPayable, voidInvoice } from '../../invoicing/index.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { applyItem } from '../items/applyItem.ts'
import { lockSubscription } from '../subscription/lockSubscription.ts'
import { isEnded, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { applyChange } from './applyChange.ts'
import type { ChangeTerms, ItemTerms, PlanTerms } from './change.core.ts'
import { endChange, findChangeOfInvoice } from './changes.sql.ts'

/** The invoice of a change is paid: what waited for it comes into force. */
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
    ? applyChange(tx, scope, locked, change.terms as PlanTerms)
    : applyItem(tx, scope, locked, change.terms as ItemTerms))
}

/**
 * Gives up a change that fits no more, because the subscription has ended or the period that it was
 * quoted for is over: its terms must not come into force, and the money for it goes back.
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
 * A change whose invoice nobody will pay never comes into force, and the invoice was never owed.
 * Does nothing where the change is in force already. The caller holds the customer's lock.
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
