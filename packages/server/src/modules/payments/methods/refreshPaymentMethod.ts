import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { lockCustomers } from '../../customers/index.ts'
import { readScope } from '../../organizations/read.ts'
import type { ProviderMethod } from '../provider.ts'
import type { PaymentProviders } from '../providers/paymentProviders.ts'
import { findCustomerAtProvider } from '../providers/providers.sql.ts'
import { attachPaymentMethod } from './attachPaymentMethod.ts'
import { markDetached } from './detachPaymentMethod.ts'
import { findHoldersAtProvider, findMethodAtProvider } from './methods.sql.ts'

interface MethodAtProvider {
  environmentId: string
  provider: string
  providerMethodId: string
}

/**
 * Updates our record of a method from the provider, after a webhook said that the method changed.
 * Throws if the provider cannot be reached; the webhook is then processed again.
 */
export async function refreshPaymentMethod(
  db: Database,
  clock: Clock,
  providers: PaymentProviders,
  reference: MethodAtProvider,
): Promise<void> {
  const provider = await providers.byId(reference.environmentId, reference.provider)
  for (;;) {
    const method = await provider.lookUpMethod(reference.providerMethodId)
    const isNew = await withTransaction(db, (tx) =>
      applyProviderState(tx, clock.now(), reference, method),
    )
    // Look up a new method once more: the provider may have deleted it between the lookup and our
    // insert, and that webhook may have been processed before the record existed.
    if (!isNew) return
  }
}

/** Returns whether this created the record. */
async function applyProviderState(
  tx: Tx,
  now: Date,
  reference: MethodAtProvider,
  method: ProviderMethod | null,
): Promise<boolean> {
  const { environmentId, provider } = reference
  const scope = await readScope(tx, environmentId, now)
  const ownerId =
    method && (await findCustomerAtProvider(tx, environmentId, provider, method.providerCustomerId))
  const holderIds = await findHoldersAtProvider(tx, reference)
  const customerIds = [...new Set(ownerId === null ? holderIds : [...holderIds, ownerId])]
  const customers = await lockCustomers(
    sessionOf(tx),
    customerIds.map((customerId) => ({ environmentId, customerId })),
  )
  let isNew = false
  for (const customer of customers) {
    const { customerId } = customer
    const record = await findMethodAtProvider(tx, environmentId, customerId, reference)
    // A late webhook must not restore a method that was detached in Purser.
    if (record?.status === 'detached') continue
    if (method && customerId === ownerId) {
      await attachPaymentMethod(tx, scope, { customerId, provider, method })
      isNew ||= record === null
    } else if (record) {
      const detachedAt = currentTimeOf(customer, now)
      await markDetached(tx, scope, record, { now: detachedAt, isGoneAtProvider: true })
    }
  }
  return isNew
}
