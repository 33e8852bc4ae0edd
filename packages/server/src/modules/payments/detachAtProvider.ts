import type { Clock } from '../../kernel/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { lockCustomers } from '../customers/index.ts'
import { nextDetachAt } from './core/detachBackoff.ts'
import type { PaymentProviders } from './paymentProviders.ts'
import {
  findMethodToDetach,
  type MethodToDetach,
  noteDetachedAtProvider,
  noteFailedDetach,
} from './store/methodsToDetach.ts'

/** Tells the provider of a detached method; when that fails, the row says when to try again. */
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
  const note = (write: (tx: Tx) => Promise<unknown>) =>
    withTransaction(db, async (tx) => {
      await lockCustomers(sessionOf(tx), [method])
      await write(tx)
    })
  try {
    await tell(providers, method)
  } catch (error) {
    const dueAt = nextDetachAt(method.tries + 1, clock.now())
    await note((tx) => noteFailedDetach(tx, method, dueAt))
    throw error
  }
  await note((tx) => noteDetachedAtProvider(tx, method, clock.now()))
}

async function tell(providers: PaymentProviders, method: MethodToDetach): Promise<void> {
  const provider = await providers.byId(method.environmentId, method.provider)
  await provider.detachMethod(method.providerMethodId)
}
