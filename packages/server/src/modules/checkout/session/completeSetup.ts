import type { Scope } from '../../../kernel/scope.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomerIfExists } from '../../customers/index.ts'
import { setDefaultPaymentMethod } from '../../payments/index.ts'
import { findMethodAtProvider } from '../../payments/read.ts'
import { beginWaitingTrials } from '../../subscriptions/index.ts'
import { endSession } from './endSession.ts'
import { findSessionOfSetup } from './sessions.sql.ts'

interface SavedMethod {
  /** The form that saved the method. */
  setupId: string
  provider: string
  providerMethodId: string
}

/**
 * Ends the session whose form saved a payment method. In a `payment_method_update` the new method
 * becomes the default.
 */
export async function completeSetup(
  db: Database,
  scope: Scope,
  { setupId, ...methodKey }: SavedMethod,
): Promise<void> {
  const { environmentId } = scope
  const found = await withTransaction(
    db,
    (tx) => findSessionOfSetup(tx, environmentId, setupId),
    'read',
  )
  if (!found) return
  const { customerId, purpose, subscriptionId } = found.session
  if (subscriptionId !== null) await beginWaitingTrials(db, scope, customerId)
  await withTransaction(db, async (tx) => {
    await lockCustomerIfExists(tx, scope, customerId)
    const session = (await findSessionOfSetup(tx, environmentId, setupId))?.session
    if (session?.status !== 'pending') return
    // The card was only one part of the purchase. The purchase itself decides whether the session
    // is complete.
    if (purpose !== 'payment_method_update') {
      await endSession(tx, scope, session)
      return
    }
    const method = await findMethodAtProvider(tx, environmentId, customerId, methodKey)
    if (method?.status !== 'active') return
    await setDefaultPaymentMethod(tx, scope, customerId, method.id)
    await endSession(tx, scope, { ...session, because: 'saved' })
  })
}
