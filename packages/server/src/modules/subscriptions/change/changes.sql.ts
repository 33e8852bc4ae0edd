import { bucketOf } from '../../../kernel/bucket.ts'
import type { ClockKey } from '../../../kernel/clock.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { EnvironmentKey } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { isOnClock } from '../../../platform/db/dueOnClock.ts'
import { json } from '../../../platform/db/json.ts'
import type { ChangeTerms } from './change.core.ts'

/** A change or an add-on that takes effect when its invoice is paid. */
export interface ChangeRecord {
  readonly id: string
  readonly subscriptionId: string
  readonly invoiceId: string
  readonly kind: 'plan' | 'item'
  readonly terms: ChangeTerms
  readonly status: 'waiting' | 'applied' | 'abandoned'
  readonly createdAt: Date
}

export const insertChange = (
  tx: Tx,
  { environmentId }: EnvironmentKey,
  customerId: string,
  change: ChangeRecord,
) =>
  tx
    .insertInto('subscription_changes')
    .values({
      bucket: bucketOf(environmentId, customerId),
      environment_id: environmentId,
      id: change.id,
      subscription_id: change.subscriptionId,
      invoice_id: change.invoiceId,
      kind: change.kind,
      terms: json(change.terms),
      status: change.status,
      created_at: change.createdAt,
      updated_at: change.createdAt,
    })
    .execute()

const select = (tx: Tx | Database, environmentId: string) =>
  tx.selectFrom('subscription_changes').selectAll().where('environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toChange = (row: Row): ChangeRecord => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  invoiceId: row.invoice_id,
  kind: row.kind as ChangeRecord['kind'],
  terms: row.terms as ChangeTerms,
  status: row.status as ChangeRecord['status'],
  createdAt: row.created_at,
})

/** Finds the subscription's change that is waiting for its payment. */
export async function findWaitingChange(
  tx: Tx | Database,
  environmentId: string,
  subscriptionId: string,
): Promise<ChangeRecord | null> {
  const row = await select(tx, environmentId)
    .where('bucket', '=', bucketOfId('subscription', subscriptionId) ?? -1)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return row ? toChange(row) : null
}

/** Finds the change that an invoice bills, in any status. */
export async function findChangeOfInvoice(
  tx: Tx | Database,
  environmentId: string,
  invoiceId: string,
): Promise<ChangeRecord | null> {
  const row = await select(tx, environmentId)
    .where('bucket', '=', bucketOfId('invoice', invoiceId) ?? -1)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row ? toChange(row) : null
}

export const endChange = (
  tx: Tx,
  { environmentId }: EnvironmentKey,
  { id, subscriptionId }: Pick<ChangeRecord, 'id' | 'subscriptionId'>,
  status: 'applied' | 'abandoned',
  at: Date,
) =>
  tx
    .updateTable('subscription_changes')
    .set({ status, updated_at: at })
    .where('bucket', '=', bucketOfId('subscription', subscriptionId) ?? -1)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()

/** A change waits this long for its payment. */
const WAITING_MS = 24 * 60 * 60 * 1000

/** A change waits for a day, but not beyond the end of the period it was quoted for. */
export function waitsUntil(
  { createdAt }: ChangeRecord,
  { currentPeriodEnd }: { readonly currentPeriodEnd: Date | null },
): Date {
  const aDayOn = new Date(createdAt.getTime() + WAITING_MS)
  return currentPeriodEnd !== null && currentPeriodEnd < aDayOn ? currentPeriodEnd : aDayOn
}

export interface OverdueChange {
  readonly environmentId: string
  readonly subscriptionId: string
  readonly id: string
}

const PAGE_SIZE = 100

/** Waiting changes, joined with their customers. */
const waitingChanges = (db: Database) =>
  db
    .selectFrom('subscription_changes as w')
    .innerJoin('subscriptions as s', (join) =>
      join
        .onRef('s.bucket', '=', 'w.bucket')
        .onRef('s.environment_id', '=', 'w.environment_id')
        .onRef('s.id', '=', 'w.subscription_id'),
    )
    .innerJoin('customers as c', (join) =>
      join
        .onRef('c.bucket', '=', 's.bucket')
        .onRef('c.environment_id', '=', 's.environment_id')
        .onRef('c.id', '=', 's.customer_id'),
    )
    .where('w.status', '=', 'waiting')

/** Changes that have waited for a day. Those whose period has ended are closed by the renewal. */
const overdueChanges = (db: Database, now: Date) =>
  waitingChanges(db)
    .select(['w.environment_id as environmentId', 'w.subscription_id as subscriptionId', 'w.id'])
    .where('w.created_at', '<=', new Date(now.getTime() - WAITING_MS))
    .orderBy('w.id')
    .limit(PAGE_SIZE)

/** Lists overdue changes of customers without a test clock. */
export const listOverdueChanges = (
  db: Database,
  now: Date,
  last: OverdueChange | null,
): Promise<OverdueChange[]> =>
  overdueChanges(db, now)
    .where('c.test_clock_id', 'is', null)
    .where('w.id', '>', last?.id ?? '')
    .execute()

export const listOverdueChangesOnClock = (
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<OverdueChange[]> => overdueChanges(db, at).where(isOnClock(clock)).execute()

/** The next instant at which a change on this clock becomes overdue. */
export async function findNextOverdueAt(db: Database, clock: ClockKey): Promise<Date | null> {
  const row = await waitingChanges(db)
    .select((eb) => eb.fn.min('w.created_at').as('since'))
    .where(isOnClock(clock))
    .executeTakeFirst()
  return row?.since ? new Date(row.since.getTime() + WAITING_MS) : null
}
