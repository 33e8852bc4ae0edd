import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { detachAtProvider } from './detachAtProvider.ts'
import type { PaymentProviders } from './paymentProviders.ts'
import { findDueToDetach } from './store/methodsToDetach.ts'

const BATCH = 100

/** Tells providers of detached methods whose job was lost or failed; one that fails is put off. */
export async function detachDueMethods(
  db: Database,
  clock: Clock,
  providers: PaymentProviders,
): Promise<void> {
  const now = clock.now()
  const failures: unknown[] = []
  for (;;) {
    const due = await withTransaction(db, (tx) => findDueToDetach(tx, now, BATCH), 'read')
    for (const method of due) {
      await detachAtProvider(db, clock, providers, method).catch((error: unknown) =>
        failures.push(error),
      )
    }
    if (due.length < BATCH) break
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} methods are still to be detached`)
  }
}
