import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPlan } from '../../catalog/read.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { sameSeats } from '../../subscriptions/core.ts'
import { listOpenInvoices } from '../../subscriptions/index.ts'
import { findSubscription } from '../../subscriptions/read.ts'

interface RenewalRequest {
  customerId: string
  subscriptionId: string
  planId: string
  quantities?: Readonly<Record<string, number>> | undefined
}

/**
 * Finds the oldest open invoice of a subscription if the request names its current plan and seats.
 * Such a request pays that invoice. Returns null if no invoice is open or the request changes the
 * subscription.
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
  // The invoice of a pending change is paid through the session of that change.
  return open.filter(({ reason }) => reason !== 'change').at(-1) ?? null
}

/** The first invoice starts a subscription. Any later one renews it. */
export const renewalMode = ({ reason }: InvoiceRecord): 'new' | 'renewal' =>
  reason === 'start' ? 'new' : 'renewal'
