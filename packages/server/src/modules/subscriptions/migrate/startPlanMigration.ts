import type { Plan, PlanMigration } from '@purser/contract'
import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { findPlan } from '../../catalog/read.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { readCustomerSnapshots } from '../../customers/read.ts'
import { recurringAmount } from '../period/chargeLines.core.ts'
import { loadOtherVersion, loadPlan } from '../subscription/loadPlan.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import {
  countSubscribers,
  findMigration,
  findRunningMigration,
  insertMigration,
  listSubscribers,
  type MigrationRecord,
  type SubscriberFilter,
} from './migrations.sql.ts'

interface MigrationInput {
  /** Id or slug. */
  readonly planId: string
  readonly fromVersion?: number | undefined
  readonly when: 'now' | 'period_end'
  readonly dryRun: boolean
}

const PREVIEW_LIMIT = 100

/**
 * Starts to move subscribers of older versions of a plan to the current version. A dry run only
 * previews the move.
 */
export async function startPlanMigration(
  tx: Tx,
  scope: Scope,
  { planId, fromVersion, when, dryRun }: MigrationInput,
): Promise<PlanMigration> {
  const { environmentId } = scope
  const plan = await findPlan(tx, environmentId, planId)
  if (!plan) throw notFound('plan', planId)
  refuseMigration(plan, fromVersion)
  const filter = { planId: plan.id, fromVersion: fromVersion ?? null, toVersion: plan.version }
  const migration: MigrationRecord = {
    ...filter,
    id: newId('planMigration'),
    timing: when,
    status: 'running',
    matched: await countSubscribers(tx, environmentId, filter),
    moved: 0,
    failed: 0,
    doneThrough: '',
    createdAt: scope.now,
    completedAt: null,
  }
  if (dryRun) {
    const preview = await previewAll(tx, scope, filter, when)
    return { ...renderMigration(migration), id: null, status: 'preview', preview }
  }
  await refuseIfRunning(tx, environmentId, plan)
  await insertMigration(tx, scope, migration)
  await enqueue(tx, {
    task: 'migrateSubscribers',
    payload: { environmentId, migrationId: migration.id },
    key: `migrateSubscribers:${migration.id}`,
  })
  return renderMigration(migration)
}

function refuseMigration({ kind, slug, version }: Plan, fromVersion: number | undefined): void {
  if (kind === 'addon') {
    throw new PurserError(
      'invalid_state',
      `"${slug}" is an add-on, and add-ons keep their version: remove it from the subscription and add it again.`,
    )
  }
  if (fromVersion !== undefined && fromVersion >= version) {
    throw invalidRequest([
      { path: 'fromVersion', message: `must be older than the current version, ${version}` },
    ])
  }
}

async function refuseIfRunning(tx: Tx, environmentId: string, plan: Plan): Promise<void> {
  const running = await findRunningMigration(tx, environmentId, plan.id)
  if (!running) return
  throw new PurserError(
    'invalid_state',
    `Subscribers of "${plan.slug}" are already being moved: wait for migration ${running.id}.`,
    { details: { migrationId: running.id } },
  )
}

export async function getPlanMigration(
  tx: Tx,
  { environmentId }: Scope,
  id: string,
): Promise<PlanMigration> {
  const migration = await findMigration(tx, environmentId, id)
  if (!migration) throw notFound('migration', id)
  return renderMigration(migration)
}

const renderMigration = (migration: MigrationRecord): PlanMigration => ({
  id: migration.id,
  planId: migration.planId,
  toVersion: migration.toVersion,
  when: migration.timing,
  status: migration.status,
  matched: migration.matched,
  moved: migration.moved,
  failed: migration.failed,
  preview: [],
  createdAt: migration.createdAt.toISOString(),
  completedAt: migration.completedAt?.toISOString() ?? null,
})

async function previewAll(
  tx: Tx,
  scope: Scope,
  filter: SubscriberFilter,
  when: MigrationInput['when'],
): Promise<PlanMigration['preview']> {
  const page = { after: '', limit: PREVIEW_LIMIT }
  const preview: PlanMigration['preview'] = []
  for (const subscription of await listSubscribers(tx, scope.environmentId, filter, page)) {
    preview.push(await previewOne(tx, scope, subscription, filter.toVersion, when))
  }
  return preview
}

async function previewOne(
  tx: Tx,
  { environmentId, now }: Scope,
  subscription: SubscriptionRecord,
  toVersion: number,
  when: MigrationInput['when'],
): Promise<PlanMigration['preview'][number]> {
  const { id: subscriptionId, customerId, planVersion: fromVersion } = subscription
  const from = await loadPlan(tx, environmentId, subscription)
  const to = await loadOtherVersion(tx, environmentId, subscription, toVersion)
  const [customer] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  invariant(customer, 'a subscription has a customer')
  const effectiveAt = when === 'now' ? currentTimeOf(customer, now) : subscription.currentPeriodEnd
  return {
    subscriptionId,
    customerId,
    fromVersion,
    effectiveAt: effectiveAt?.toISOString() ?? null,
    currentAmount: recurringAmount(from),
    nextAmount: recurringAmount(to),
  }
}
