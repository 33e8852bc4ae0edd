import type { PaymentMethodDependencies } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockOwnMethod } from './lockOwnMethod.ts'
import { markDetached } from './markDetached.ts'
import type { PaymentMethodRecord } from './read/paymentMethods.ts'
import { readDependents } from './readDependents.ts'

/** Takes a method from the customer unless something is paid with it; one that is detached stays so. */
export async function detachPaymentMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<PaymentMethodRecord> {
  const { customer, now, method } = await lockOwnMethod(tx, scope, customerId, id)
  if (method.status === 'detached') return method
  const dependents = await readDependents(tx, customer, method)
  if (dependents.blocksDetach) throw inUse(dependents)
  return markDetached(tx, scope, method, { now, isGoneAtProvider: false })
}

const inUse = (dependents: PaymentMethodDependencies): PurserError =>
  new PurserError(
    'pm_in_use',
    'This is the default payment method and something is still paid with it. Put another in its place with POST /v1/payment-methods/replace.',
    {
      details: {
        paymentMethodId: dependents.paymentMethodId,
        activeSubscriptionIds: dependents.activeSubscriptions.map((each) => each.id),
        autoTopupAccountIds: dependents.autoTopupAccounts.map((each) => each.id),
      },
    },
  )
