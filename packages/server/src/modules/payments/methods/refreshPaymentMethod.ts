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
import { findMethodAtProvider, findOwnersAtProvider } from './methods.sql.ts'

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
  place: MethodAtProvider,
): Promise<void> {
  const provider = await providers.byId(place.environmentId, place.provider)
  for (;;) {
    const method = await provider.lookUpMethod(place.providerMethodId)
    const isNew = await withTransaction(db, (tx) => apply(tx, clock.now(), place, method))
    // It may have been detached there between question and record, and that word already handled.
    if (!isNew) return
  }
}

/** Returns whether the method was not here before. */
async function apply(
  tx: Tx,
  now: Date,
  place: MethodAtProvider,
  method: ProviderMethod | null,
): Promise<boolean> {
  const { environmentId, provider } = place
  const scope = await scopeOf(tx, environmentId, now)
  const owner =
    method && (await findCustomerAtProvider(tx, environmentId, provider, method.providerCustomerId))
  const holders = await findOwnersAtProvider(tx, place)
  const concerned = [...new Set(owner === null ? holders : [...holders, owner])]
  const customers = await lockCustomers(
    sessionOf(tx),
    concerned.map((customerId) => ({ environmentId, customerId })),
  )
  let isNew = false
  for (const { customerId, frozenTime } of customers) {
    const known = await findMethodAtProvider(tx, environmentId, customerId, place)
    // What was detached stays so, whatever a late word says.
    if (known?.status === 'detached') continue
    if (method && customerId === owner) {
      await attachPaymentMethod(tx, scope, { customerId, provider, method })
      isNew ||= known === null
    } else if (known) {
      await markDetached(tx, scope, known, { now: frozenTime ?? now, isGoneAtProvider: true })
    }
  }
  return isNew
}
