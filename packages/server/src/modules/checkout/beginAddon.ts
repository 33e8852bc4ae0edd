import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Billing } from '../invoicing/index.ts'
import { addItem } from '../subscriptions/index.ts'
import type { Begun, PurchaseOptions } from './core/begun.ts'
import type { SessionRequest } from './core/session.ts'
import { readBegun } from './readBegun.ts'
import { requireOwn } from './requireOwn.ts'

type Wanted = Extract<SessionRequest, { purpose: 'addon_purchase' }>

/** Begins to add an add-on to a subscription. */
export async function beginAddon(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { planId, subscriptionId, quantities }: Wanted,
  { customerId, offer, forceForm }: PurchaseOptions,
): Promise<Begun> {
  await requireOwn(tx, scope, customerId, subscriptionId)
  const item = { subscriptionId, planId, offer, quantities, forceForm }
  return { mode: 'new', ...(await readBegun(tx, scope, await addItem(tx, billing, scope, item))) }
}
