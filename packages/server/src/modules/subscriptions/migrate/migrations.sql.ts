import type { EnvironmentKey } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { toRecord } from '../subscription/subscription.sql.ts'

/** A migration of subscribers from older versions of a plan to a newer one. */
export interface MigrationRecord {
  readonly id: string
  readonly planId: string
  /** Null: every older version. */
  readonly fromVersion: number | null
  readonly toVersion: number
  readonly timing: 'now' | 'period_end'
  readonly status: 'running' | 'completed'
  readonly matched: number
  readonly moved: number
  readonly failed: number
  /**
   * The last subscription that was processed. Subscriptions are processed in the order of their
   * ids.
   */
  readonly doneThrough: string
  readonly createdAt: Date
  readonly completedAt: Date | null
}

export const insertMigration = (
  tx: Tx,
  { environmentId }: EnvironmentKey,
  migration: MigrationRecord,
) =>
  tx
    .insertInto('plan_migrations')
    .values({
      environment_id: environmentId,
      id: migration.id,
      plan_id: migration.planId,
      from_version: migration.fromVersion,
      to_version: migration.toVersion,
      timing: migration.timing,
      status: migration.status,
      matched: migration.matched,
      moved: migration.moved,
      failed: migration.failed,
      done_through: migration.doneThrough,
      created_at: migration.createdAt,
      completed_at: migration.completedAt,
    })
    .execute()

const select = (tx: Tx | Database, environmentId: string) =>
  tx.selectFrom('plan_migrations').selectAll().where('environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toMigration = (row: Row): MigrationRecord => ({
  id: row.id,
  planId: row.plan_id,
  fromVersion: row.from_version,
  toVersion: row.to_version,
  timing: row.timing as MigrationRecord['timing'],
  status: row.status as MigrationRecord['status'],
  matched: row.matched,
  moved: row.moved,
  failed: row.failed,
  doneThrough: row.done_through,
  createdAt: row.created_at,
  completedAt: row.completed_at,
})

export async function findMigration(
  tx: Tx | Database,
  environmentId: string,
  id: string,
): Promise<MigrationRecord | null> {
  const row = await select(tx, environmentId).where('id', '=', id).executeTakeFirst()
  return row ? toMigration(row) : null
}

export async function findRunningMigration(
  tx: Tx,
  environmentId: string,
  planId: string,
): Promise<MigrationRecord | null> {
  const row = await select(tx, environmentId)
    .where('plan_id', '=', planId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return row ? toMigration(row) : null
}

/** Lists the running migrations of all environments. */
export const listRunningMigrations = (
  db: Database,
): Promise<{ environmentId: string; id: string }[]> =>
  db
    .selectFrom('plan_migrations')
    .select(['environment_id as environmentId', 'id'])
    .where('status', '=', 'running')
    .orderBy('created_at')
    .execute()

/**
 * Records the outcome for one subscription. Returns false if another worker has already processed
 * it. The caller must then roll back.
 */
export async function countSubscriber(
  tx: Tx,
  { environmentId }: EnvironmentKey,
  id: string,
  subscriptionId: string,
  outcome: 'moved' | 'failed' | 'skipped',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plan_migrations')
    .set((eb) => ({
      done_through: subscriptionId,
      moved: eb('moved', '+', outcome === 'moved' ? 1 : 0),
      failed: eb('failed', '+', outcome === 'failed' ? 1 : 0),
    }))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('done_through', '<', subscriptionId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const completeMigration = (
  tx: Tx | Database,
  { environmentId }: EnvironmentKey,
  id: string,
  at: Date,
) =>
  tx
    .updateTable('plan_migrations')
    .set({ status: 'completed', completed_at: at })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()

/** Selects the subscribers that a migration moves. */
export interface SubscriberFilter {
  readonly planId: string
  /** Null: every version before `toVersion`. */
  readonly fromVersion: number | null
  readonly toVersion: number
}

const RUNNING = ['trialing', 'active', 'past_due', 'paused'] as const

/**
 * Subscriptions that are billed for an older version and have no pending change to another plan or
 * to this version.
 */
const subscribersToMove = (
  tx: Tx | Database,
  environmentId: string,
  { planId, fromVersion, toVersion }: SubscriberFilter,
) =>
  tx
    .selectFrom('subscriptions')
    .where('environment_id', '=', environmentId)
    .where('plan_id', '=', planId)
    .where('plan_version', '<', toVersion)
    .$if(fromVersion !== null, (query) => query.where('plan_version', '=', fromVersion ?? 0))
    .where('parent_id', 'is', null)
    .where('product_id', 'is not', null)
    .where('status', 'in', RUNNING)
    .where((eb) =>
      eb.or([
        eb('pending_plan_id', 'is', null),
        eb.and([eb('pending_plan_id', '=', planId), eb('pending_plan_version', '<', toVersion)]),
      ]),
    )

export async function countSubscribers(
  tx: Tx,
  environmentId: string,
  filter: SubscriberFilter,
): Promise<number> {
  const row = await subscribersToMove(tx, environmentId, filter)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Lists one page, ordered by id. */
export async function listSubscribers(
  tx: Tx | Database,
  environmentId: string,
  filter: SubscriberFilter,
  { after, limit }: { after: string; limit: number },
): Promise<SubscriptionRecord[]> {
  const rows = await subscribersToMove(tx, environmentId, filter)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRecord)
}

export const isSubscriber = (
  { planId, planVersion, productId, parentId, status, pendingChange }: SubscriptionRecord,
  filter: SubscriberFilter,
): boolean =>
  planId === filter.planId &&
  planVersion < filter.toVersion &&
  (filter.fromVersion === null || planVersion === filter.fromVersion) &&
  productId !== null &&
  parentId === null &&
  (RUNNING as readonly string[]).includes(status) &&
  (pendingChange === null ||
    (pendingChange.planId === filter.planId && pendingChange.planVersion < filter.toVersion))
