import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomers } from '../../customers/index.ts'
import type { PaymentProviders } from '../providers/paymentProviders.ts'
import {
  findMethodsDueToDetach,
  findMethodToDetach,
  type MethodToDetach,
  writeDetachedAtProvider,
  writeFailedDetach,
} from './methods.sql.ts'

/**
 * Detaches a method at the provider after it was detached in Purser. On failure, the row stores the
 * time of the next try.
 */
export async function detachAtProvider(
  db: Database,
  clock: Clock,
  providers: PaymentProviders,
  { environmentId, id }: { environmentId: string; id: string },
): Promise<void> {
  const method = await withTransaction(
    db,
    (tx) => findMethodToDetach(tx, environmentId, id),
    'read',
  )
  if (!method) return
  const writeUnderLock = (write: (tx: Tx) => Promise<unknown>) =>
    withTransaction(db, async (tx) => {
      await lockCustomers(sessionOf(tx), [method])
      await write(tx)
    })
  try {
    await detach(providers, method)
  } catch (error) {
    const dueAt = nextDetachAt(method.tries + 1, clock.now())
    await writeUnderLock((tx) => writeFailedDetach(tx, method, dueAt))
    throw error
  }
  await writeUnderLock((tx) => writeDetachedAtProvider(tx, method, clock.now()))
}

async function detach(providers: PaymentProviders, method: MethodToDetach): Promise<void> {
  const provider = await providers.byId(method.environmentId, method.provider)
  await provider.detachMethod(method.providerMethodId)
}

const BATCH = 100

/**
 * Detaches the methods whose job was lost or failed. A method that fails again is postponed and
 * does not stop the others.
 */
export async function detachDueMethods(
  db: Database,
  clock: Clock,
  providers: PaymentProviders,
): Promise<void> {
  const now = clock.now()
  const failures: unknown[] = []
  for (;;) {
    const methods = await withTransaction(
      db,
      (tx) => findMethodsDueToDetach(tx, now, BATCH),
      'read',
    )
    for (const method of methods) {
      await detachAtProvider(db, clock, providers, method).catch((error: unknown) =>
        failures.push(error),
      )
    }
    if (methods.length < BATCH) break
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `Payment methods not yet detached at the provider: ${failures.length}. A later run retries.`,
    )
  }
}

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000

/** The pause before the next try: 1 minute without a failure, 2 after one, then 4, up to a day. */
export const nextDetachAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS))
