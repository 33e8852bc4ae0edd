import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomer } from '../../customers/index.ts'
import { findCustomer } from '../../customers/read.ts'
import type { PaymentProvider } from '../provider.ts'
import { findProviderCustomerId, insertProviderCustomer } from './providers.sql.ts'

/**
 * Returns the customer's id at a provider. The first call creates the customer there, with no
 * transaction open. Concurrent callers all get the id that was stored first.
 */
export async function ensureProviderCustomer(
  db: Database,
  provider: PaymentProvider,
  scope: Scope,
  customerId: string,
): Promise<string> {
  const { environmentId } = scope
  const key = { environmentId, customerId, provider: provider.id }
  const { storedId, customer } = await withTransaction(
    db,
    async (tx) => ({
      storedId: await findProviderCustomerId(tx, key),
      customer: await findCustomer(tx, environmentId, customerId),
    }),
    'read',
  )
  if (!customer) throw notFound('customer', customerId)
  if (storedId !== null) return storedId
  const { name, email } = customer
  const createdId = await provider.ensureCustomer({ customerId, name, email })
  return withTransaction(db, async (tx) => {
    const { now } = await lockCustomer(tx, scope, customerId)
    const winnerId = await findProviderCustomerId(tx, key)
    if (winnerId !== null) return winnerId
    await insertProviderCustomer(tx, key, createdId, now)
    return createdId
  })
}
