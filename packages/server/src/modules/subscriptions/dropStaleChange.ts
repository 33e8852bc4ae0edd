import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InvoiceRecord } from '../invoicing/read.ts'
import { abandonChange } from './abandonChange.ts'
import type { ChangeTerms } from './core/changeTerms.ts'
import { isEnded, type SubscriptionRecord } from './core/record.ts'
import { lockSubscription } from './lockSubscription.ts'
import { findChangeOfInvoice } from './store/changes.ts'

/**
 * Gives up a change that fits no more, because the subscription has ended or the period that it was
 * quoted for is over: its terms must not come into force, and the money for it goes back.
 */
export async function dropStaleChange(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<void> {
  const change = await findChangeOfInvoice(tx, scope.environmentId, invoice.id)
  if (change?.status !== 'waiting') return
  const { subscription } = await lockSubscription(tx, scope, change.subscriptionId)
  if (!fits(subscription, change.terms)) await abandonChange(tx, scope, invoice, at)
}

const fits = (subscription: SubscriptionRecord, { at }: ChangeTerms): boolean => {
  const { currentPeriodStart } = subscription
  return !isEnded(subscription) && !(currentPeriodStart && currentPeriodStart > new Date(at))
}
