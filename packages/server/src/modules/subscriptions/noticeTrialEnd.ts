import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { saveSubscription } from './saveSubscription.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

/** Tells the merchant once that a trial is about to end. */
export async function noticeTrialEnd(
  tx: Tx,
  scope: Scope,
  { subscription, now }: LockedSubscription,
): Promise<void> {
  const told = await saveSubscription(tx, scope, { ...subscription, trialEndToldAt: now }, now)
  await tellOfSubscription(tx, scope, 'trial_will_end', told)
}
