import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { dripCredits } from './giveCredits.ts'
import { loadParts } from './loadParts.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { saveSubscription } from './saveSubscription.ts'

/** Gives what the plans of a subscription and its add-ons drip at an instant. */
export async function dripPlanCredits(
  tx: Tx,
  scope: Scope,
  { subscription, items, customer, now }: LockedSubscription,
  at: Date,
): Promise<void> {
  const parts = await loadParts(tx, scope.environmentId, subscription, items)
  const { timezone } = customer
  const { cycle } = parts[0].plan
  const nextDripAt = await dripCredits(tx, scope, parts, { cycle, timezone, at, now })
  await saveSubscription(tx, scope, { ...subscription, nextDripAt }, now)
}
