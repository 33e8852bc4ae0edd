import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Billing } from '../invoicing/index.ts'
import { applyChange } from './applyChange.ts'
import type { Quantities } from './core/record.ts'
import { hintAtCollection } from './hintAtCollection.ts'
import { loadPlan } from './loadPlan.ts'
import { loadVersionFor } from './loadVersionFor.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { quotePlanChange } from './quoteChange.ts'
import { refuseChange } from './refuseChange.ts'
import { saveSubscription } from './saveSubscription.ts'
import { issueChangeInvoice } from './settleChange.ts'
import type { MigrationRecord } from './store/migrations.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

/**
 * Moves one subscription to another version of its plan. Nobody is there to pay, so what a move now
 * costs is collected by itself, like the bill of a period.
 */
export async function moveSubscriber(
  tx: Tx,
  billing: Pick<Billing, 'tax'>,
  scope: Scope,
  locked: LockedSubscription,
  { toVersion, timing }: Pick<MigrationRecord, 'toVersion' | 'timing'>,
): Promise<void> {
  const { subscription, now } = locked
  const { environmentId } = scope
  const quantities = subscription.pendingChange?.quantities ?? subscription.quantities
  if (timing === 'period_end' && subscription.currentPeriodEnd !== null) {
    await defer(tx, scope, locked, quantities, toVersion)
    return
  }
  await refuseChange(tx, scope, subscription, now)
  const from = await loadPlan(tx, environmentId, subscription)
  const to = await loadVersionFor(tx, environmentId, subscription, toVersion)
  const change = { from, to, when: 'now' } as const
  const { request, terms, period } = await quotePlanChange(tx, billing, scope, locked, change)
  const { collectionMethod } = locked.customer
  const invoice =
    request &&
    (await issueChangeInvoice(
      tx,
      billing,
      scope,
      { id: subscription.id, collectionMethod },
      {
        ...request,
        periodStart: now,
        periodEnd: period.end,
      },
    ))
  const moved = await applyChange(tx, scope, locked, terms)
  // Seats that were to be given up at the end of the period still are.
  if (subscription.pendingChange)
    await defer(tx, scope, { ...locked, subscription: moved }, quantities, toVersion)
  if (invoice) await hintAtCollection(tx, scope, invoice)
}

/** Leaves the version, and the seats of it that it sells, to the end of the period. */
async function defer(
  tx: Tx,
  scope: Scope,
  { subscription, now }: Pick<LockedSubscription, 'subscription' | 'now'>,
  quantities: Quantities,
  planVersion: number,
): Promise<void> {
  const asked = { ...subscription, quantities }
  const to = await loadVersionFor(tx, scope.environmentId, asked, planVersion)
  const pendingChange = { planId: to.planId, planVersion, quantities: to.quantities }
  const saved = await saveSubscription(tx, scope, { ...subscription, pendingChange }, now)
  await tellOfSubscription(tx, scope, 'updated', saved)
}
