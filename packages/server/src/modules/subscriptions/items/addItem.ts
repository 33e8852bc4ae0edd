import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { type ChangeResult, settleChange } from '../change/settleChange.ts'
import { lockSubscription } from '../subscription/lockSubscription.ts'
import { applyItem } from './applyItem.ts'
import { type ItemInput, quoteItem } from './quoteItem.ts'

interface ItemRequest extends ItemInput {
  readonly subscriptionId: string
  /** Makes the customer pay in a form even if a payment method is on file. */
  readonly forceForm?: boolean
}

/**
 * Adds an add-on that starts now. If an amount is due by card, the add-on waits for its payment,
 * like a change of plan.
 */
export async function addItem(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { subscriptionId, forceForm, ...input }: ItemRequest,
): Promise<ChangeResult> {
  const locked = await lockSubscription(tx, scope, subscriptionId)
  const { request, terms } = await quoteItem(tx, scope, locked, input)
  const { now, subscription } = locked
  return settleChange(tx, billing, scope, locked, {
    kind: 'item',
    terms,
    request: request && {
      ...request,
      periodStart: now,
      periodEnd: subscription.currentPeriodEnd,
    },
    forceForm,
    apply: () => applyItem(tx, scope, locked, terms),
  })
}
