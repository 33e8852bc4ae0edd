import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomers } from '../../customers/index.ts'
import { scopeOf } from '../../organizations/read.ts'
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
 * Makes our record what the provider says now, after it told that a method changed. Throws when it
 * cannot be asked: whoever got the word tries again.
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
    // It may have been detached there between question and record, and that word already handled.
    if (!isNew) return
  }
}

/** Returns whether the method was not here before. */
async function applyProviderState(
  tx: Tx,
  now: Date,
  reference: MethodAtProvider,
  method: ProviderMethod | null,
): Promise<boolean> {
  const { environmentId, provider } = reference
  const scope = await scopeOf(tx, environmentId, now)
  const ownerId =
    method && (await findCustomerAtProvider(tx, environmentId, provider, method.providerCustomerId))
  const holderIds = await findHoldersAtProvider(tx, reference)
  const customerIds = [...new Set(ownerId === null ? holderIds : [...holderIds, ownerId])]
  const customers = await lockCustomers(
    sessionOf(tx),
    customerIds.map((customerId) => ({ environmentId, customerId })),
  )
  let isNew = false
  for (const { customerId, frozenTime } of customers) {
    const record = await findMethodAtProvider(tx, environmentId, customerId, reference)
    // What was detached stays so, whatever a late word says.
    if (record?.status === 'detached') continue
    if (method && customerId === ownerId) {
      await attachPaymentMethod(tx, scope, { customerId, provider, method })
      isNew ||= record === null
    } else if (record) {
      await markDetached(tx, scope, record, { now: frozenTime ?? now, isGoneAtProvider: true })
    }
  }
  return isNew
}
