import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withSavepoint } from '../../platform/db/withSavepoint.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import type { Billing } from '../invoicing/index.ts'
import { lockSubscription } from './lockSubscription.ts'
import { moveSubscriber } from './moveSubscriber.ts'
import { isSubscriber, listSubscribers } from './read/subscribers.ts'
import {
  completeMigration,
  countSubscriber,
  findMigration,
  type MigrationRecord,
} from './store/migrations.ts'

const PAGE = 100

/**
 * Moves the subscribers of a migration, each in a transaction of its own that also notes it. Any
 * number may work at it, and whoever dies leaves the rest to the next.
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
    const page = { after: migration.doneThrough, limit: PAGE }
    const subscribers = await listSubscribers(db, environmentId, migration, page)
    if (subscribers.length === 0) {
      await completeMigration(db, scope, migrationId, scope.now)
      return
    }
    for (const { id } of subscribers) await takeOne(billing, scope, migration, id)
  }
}

/** Undoes the work of whoever was second. */
class AlreadyDone extends Error {}

async function takeOne(
  billing: Billing,
  scope: Scope,
  migration: MigrationRecord,
  subscriptionId: string,
): Promise<void> {
  try {
    await withTransaction(billing.db, async (tx) => {
      const came = await moveOne(tx, billing, scope, migration, subscriptionId)
      const isFirst = await countSubscriber(tx, scope, migration.id, subscriptionId, came)
      if (!isFirst) throw new AlreadyDone()
    })
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error
  }
}

async function moveOne(
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
    // What only has to be waited for is tried again with the rest.
    if (!(error instanceof PurserError) || error.code === 'unavailable') throw error
    return 'failed'
  }
}
