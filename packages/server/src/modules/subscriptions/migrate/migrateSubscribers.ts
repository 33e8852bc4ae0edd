import type { Clock } from '../../../kernel/clock.ts'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withSavepoint } from '../../../platform/db/withSavepoint.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { Billing } from '../../invoicing/index.ts'
import { readScope } from '../../organizations/read.ts'
import { applyChange } from '../change/applyChange.ts'
import { quotePlanChange } from '../change/quoteChange.ts'
import { refuseChange } from '../change/refuseChange.ts'
import { issueChangeInvoice } from '../change/settleChange.ts'
import { enqueueCollection } from '../invoices/enqueueCollection.ts'
import { loadOtherVersion, loadPlan } from '../subscription/loadPlan.ts'
import { type LoadedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import type { Quantities } from '../subscription/subscription.core.ts'
import {
  completeMigration,
  countSubscriber,
  findMigration,
  isSubscriber,
  listRunningMigrations,
  listSubscribers,
  type MigrationRecord,
} from './migrations.sql.ts'

const PAGE_SIZE = 100

/**
 * Moves the subscribers of a migration, each in a separate transaction that also records the
 * progress. Several workers may run at once, and a later run continues after a crash.
 */
export async function migrateSubscribers(
  billing: Billing,
  scope: Scope,
  migrationId: string,
): Promise<void> {
  const { db } = billing
  const { environmentId } = scope
  for (;;) {
    const migration = await findMigration(db, environmentId, migrationId)
    if (migration?.status !== 'running') return
    const page = { after: migration.doneThrough, limit: PAGE_SIZE }
    const subscribers = await listSubscribers(db, environmentId, migration, page)
    if (subscribers.length === 0) {
      await completeMigration(db, scope, migrationId, scope.now)
      return
    }
    for (const { id } of subscribers) await migrateOne(billing, scope, migration, id)
  }
}

/** Thrown to roll back the work of a second worker. */
class AlreadyDone extends Error {}

async function migrateOne(
  billing: Billing,
  scope: Scope,
  migration: MigrationRecord,
  subscriptionId: string,
): Promise<void> {
  try {
    await withTransaction(billing.db, async (tx) => {
      const outcome = await tryToMove(tx, billing, scope, migration, subscriptionId)
      const isFirst = await countSubscriber(tx, scope, migration.id, subscriptionId, outcome)
      if (!isFirst) throw new AlreadyDone()
    })
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error
  }
}

async function tryToMove(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  migration: MigrationRecord,
  subscriptionId: string,
): Promise<'moved' | 'failed' | 'skipped'> {
  const locked = await lockSubscription(tx, scope, subscriptionId)
  if (!isSubscriber(locked.subscription, migration)) return 'skipped'
  try {
    await withSavepoint(tx, () => moveSubscriber(tx, billing, scope, locked, migration))
    return 'moved'
  } catch (error) {
    // A temporary error is retried with the remaining subscribers.
    if (!(error instanceof PurserError) || error.code === 'unavailable') throw error
    return 'failed'
  }
}

/**
 * Moves one subscription to another version of its plan. The customer is not present to pay, so an
 * immediate move is collected automatically like a renewal.
 */
async function moveSubscriber(
  tx: Tx,
  billing: Pick<Billing, 'tax'>,
  scope: Scope,
  locked: LoadedSubscription,
  { toVersion, timing }: Pick<MigrationRecord, 'toVersion' | 'timing'>,
): Promise<void> {
  const { subscription, now } = locked
  const { environmentId } = scope
  const quantities = subscription.pendingChange?.quantities ?? subscription.quantities
  if (timing === 'period_end' && subscription.currentPeriodEnd !== null) {
    await deferToPeriodEnd(tx, scope, locked, quantities, toVersion)
    return
  }
  await refuseChange(tx, scope, subscription, now)
  const from = await loadPlan(tx, environmentId, subscription)
  const to = await loadOtherVersion(tx, environmentId, subscription, toVersion)
  const change = { from, to, when: 'now' } as const
  const { request, terms, period } = await quotePlanChange(tx, scope, locked, change)
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
  // A pending change of seats stays pending.
  if (subscription.pendingChange)
    await deferToPeriodEnd(tx, scope, { ...locked, subscription: moved }, quantities, toVersion)
  if (invoice) await enqueueCollection(tx, scope, invoice)
}

/** Schedules the version, with the seats that it sells, for the end of the period. */
async function deferToPeriodEnd(
  tx: Tx,
  scope: Scope,
  { subscription, now }: Pick<LoadedSubscription, 'subscription' | 'now'>,
  quantities: Quantities,
  planVersion: number,
): Promise<void> {
  const withSeats = { ...subscription, quantities }
  const to = await loadOtherVersion(tx, scope.environmentId, withSeats, planVersion)
  const pendingChange = { planId: to.planId, planVersion, quantities: to.quantities }
  const saved = await saveSubscription(tx, scope, { ...subscription, pendingChange }, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
}

/** Continues migrations whose worker has died. */
export async function sweepPlanMigrations(billing: Billing, clock: Clock): Promise<void> {
  for (const { environmentId, id } of await listRunningMigrations(billing.db)) {
    await migrateSubscribers(billing, await readScope(billing.db, environmentId, clock.now()), id)
  }
}
