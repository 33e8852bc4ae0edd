import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InvoiceRecord } from '../invoicing/read.ts'
import { applyChange } from './applyChange.ts'
import { applyItem } from './applyItem.ts'
import type { ItemTerms, PlanTerms } from './core/changeTerms.ts'
import { lockSubscription } from './lockSubscription.ts'
import { endChange, findChangeOfInvoice } from './store/changes.ts'

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
