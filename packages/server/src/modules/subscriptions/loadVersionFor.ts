import type { Tx } from '../../platform/db/database.ts'
import { keptSeats } from './core/keptSeats.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { seatsOf } from './core/seats.ts'
import { type LoadedPlan, loadPlan } from './loadPlan.ts'

/** Another version of a subscription's plan, with the seats of it that this version sells. */
export async function loadVersionFor(
  tx: Tx,
  environmentId: string,
  subscription: Pick<SubscriptionRecord, 'id' | 'planId' | 'quantities' | 'billingAnchor'>,
  planVersion: number,
): Promise<LoadedPlan> {
  const version = await loadPlan(tx, environmentId, { ...subscription, planVersion })
  const seats = seatsOf(version.plan, keptSeats(version.plan, subscription.quantities))
  return 'quantities' in seats ? { ...version, quantities: seats.quantities } : version
}
