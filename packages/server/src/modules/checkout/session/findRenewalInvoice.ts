import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPlan } from '../../catalog/read.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { listOpenInvoices, sameSeats } from '../../subscriptions/index.ts'
import { findSubscription } from '../../subscriptions/read.ts'

interface RenewalRequest {
  customerId: string
  subscriptionId: string
  planId: string
  quantities?: Readonly<Record<string, number>> | undefined
}

/**
 * Who asks for the plan and seats that a subscription has while an invoice of it is open means to
 * pay that: the oldest one. Null where there is no such invoice, or something else is asked for.
 */
export async function findRenewalInvoice(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { customerId, subscriptionId, planId, quantities }: RenewalRequest,
): Promise<InvoiceRecord | null> {
  const subscription = await findSubscription(tx, environmentId, subscriptionId)
  const plan = await findPlan(tx, environmentId, planId)
  if (subscription?.customerId !== customerId || subscription.planId !== plan?.id) return null
  if (quantities && !sameSeats(quantities, subscription.quantities)) return null
  const open = await listOpenInvoices(tx, environmentId, subscription)
  // What a change waits for is paid by whoever asked for the change.
  return open.filter(({ reason }) => reason !== 'change').at(-1) ?? null
}

/** The first invoice begins a subscription, any later one goes on with it. */
export const renewalMode = ({ reason }: InvoiceRecord): 'new' | 'renewal' =>
  reason === 'start' ? 'new' : 'renewal'
