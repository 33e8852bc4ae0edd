import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { Billing } from '../../invoicing/index.ts'
import { startSubscription } from '../begin/startSubscription.ts'
import { findWaitingChange } from '../change/changes.sql.ts'
import { closeWaitingChange } from '../change/closeWaitingChange.ts'
import { expireIncomplete } from '../end/endIncomplete.ts'
import { endSubscription } from '../end/endSubscription.ts'
import { dripPlanCredits } from '../planCredits/grantPeriodCredits.ts'
import { type LoadedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type DueStep, nextStep } from './due.core.ts'
import { claimSubscription } from './due.sql.ts'
import { endTrial } from './endTrial.ts'
import { renewSubscription } from './renewSubscription.ts'

/**
 * Runs the next due step of a subscription in one transaction, as of the instant at which the step
 * was due. Returns true if more steps may be due, so that the caller can call again. Several
 * workers may run this at once. A worker skips a subscription that another worker holds.
 */
export async function advanceSubscription(
  billing: Billing,
  scope: Scope,
  subscriptionId: string,
): Promise<boolean> {
  const result = await withTransaction(billing.db, async (tx) => {
    if (!(await claimSubscription(tx, scope, subscriptionId))) return false
    const locked = await lockSubscription(tx, scope, subscriptionId)
    const due = nextStep(locked.subscription)
    if (due === null || due.at > locked.now) return false
    // This calls the provider first, which must happen outside the transaction.
    if (due.step === 'expire') return 'expire'
    // A change that is waiting for its payment applies to the period that is over.
    if (ENDS_PERIOD.includes(due.step)) {
      if (await findWaitingChange(tx, scope.environmentId, subscriptionId)) return 'close'
    }
    return runStep(tx, billing, scope, locked, due)
  })
  if (result === 'expire') return expireIncomplete(billing, scope, subscriptionId)
  return result === 'close' ? closeWaitingChange(billing, scope, subscriptionId) : result
}

const ENDS_PERIOD: readonly DueStep['step'][] = ['cancel', 'endTrial', 'renew']

/**
 * Returns true if more steps may be due. Nearly all renewals are on time and need no second call.
 */
async function runStep(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LoadedSubscription,
  { step, at }: DueStep,
): Promise<boolean> {
  if (step === 'renew') {
    const next = nextStep(await renewSubscription(tx, billing, scope, locked, at))
    return next !== null && next.at <= locked.now
  }
  await runOtherStep(tx, billing, scope, locked, { step, at })
  return true
}

async function runOtherStep(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LoadedSubscription,
  { step, at }: { step: Exclude<DueStep['step'], 'renew'>; at: Date },
): Promise<unknown> {
  switch (step) {
    case 'start':
      return startSubscription(tx, billing, scope, locked, at)
    case 'noticeTrialEnd':
      return announceTrialEnd(tx, scope, locked)
    case 'cancel':
      return endSubscription(tx, billing, scope, locked, at)
    case 'endTrial':
      return endTrial(tx, billing, scope, locked, at)
    case 'drip':
      return dripPlanCredits(tx, scope, locked, at)
    case 'expire':
      return undefined
  }
}

/** Emits the event that a trial is about to end, once. */
async function announceTrialEnd(
  tx: Tx,
  scope: Scope,
  { subscription, now }: LoadedSubscription,
): Promise<void> {
  const saved = await saveSubscription(tx, scope, { ...subscription, trialEndToldAt: now }, now)
  await emitSubscriptionEvent(tx, scope, 'trial_will_end', saved)
}
