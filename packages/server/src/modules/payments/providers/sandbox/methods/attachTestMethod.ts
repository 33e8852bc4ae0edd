import type { Scope } from '../../../../../kernel/scope.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import { attachPaymentMethod } from '../../../methods/attachPaymentMethod.ts'
import type { PaymentMethodRecord } from '../../../methods/methods.sql.ts'
import { ensureProviderCustomer } from '../../ensureProviderCustomer.ts'
import type { Sandbox } from '../sandbox.ts'
import { createSandboxProvider } from '../sandboxAdapter.ts'
import { insertSandboxMethod } from './methods.sql.ts'
import { type CardBehaviour, testCards } from './testCards.core.ts'

/** Long enough that a test clock does not pass the expiry by accident. */
const YEARS_GOOD = 10

interface TestMethod {
  customerId: string
  behaviour: CardBehaviour
  isDefault?: boolean | undefined
}

/**
 * Saves a test card without a form, first at the provider and then in Purser. Repeated calls with
 * the same id save one card.
 */
export async function attachTestMethod(
  sandbox: Sandbox,
  scope: Scope,
  id: string,
  { customerId, behaviour, isDefault }: TestMethod,
): Promise<PaymentMethodRecord> {
  const { db, environmentId } = sandbox
  const provider = createSandboxProvider(sandbox)
  const ownerId = await ensureProviderCustomer(db, provider, scope, customerId)
  const { brand, number } = testCards[behaviour]
  const cardDetails = {
    brand,
    last4: number.slice(-4),
    expMonth: 12,
    expYear: scope.now.getUTCFullYear() + YEARS_GOOD,
  }
  const card = { behaviour, ...cardDetails }
  await withTransaction(db, (tx) =>
    insertSandboxMethod(tx, { environmentId, id, ownerId, card }, sandbox.clock.now()),
  )
  return withTransaction(db, (tx) =>
    attachPaymentMethod(tx, scope, {
      customerId,
      provider: provider.id,
      method: {
        providerMethodId: id,
        providerCustomerId: ownerId,
        type: 'card',
        card: cardDetails,
      },
      ...(isDefault !== undefined && { isDefault }),
    }),
  )
}
