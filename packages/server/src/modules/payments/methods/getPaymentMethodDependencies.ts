import type { PaymentMethodDependencies } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { listAutoTopUpWallets } from '../../credits/read.ts'
import { type CustomerSnapshot, readCustomerSnapshots } from '../../customers/read.ts'
import { listRunningSubscriptions } from '../../subscriptions/read.ts'
import { findCustomerMethod } from './customerMethod.ts'
import type { PaymentMethodRecord } from './methods.sql.ts'

/**
 * Lists the subscriptions and auto-top-ups that depend on a method. `detachPaymentMethod` uses the
 * same list.
 */
export async function getPaymentMethodDependencies(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<PaymentMethodDependencies> {
  const { environmentId } = scope
  const [customer] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  return readDependencies(tx, customer, await findCustomerMethod(tx, scope, customerId, id))
}

/**
 * Reads the dependencies of a method. Without the customer, Purser charges only the default method,
 * and only if the customer is charged automatically. Nothing depends on other methods.
 */
export async function readDependencies(
  tx: Tx,
  { environmentId, customerId, collectionMethod }: CustomerSnapshot,
  { id: paymentMethodId, isDefault }: PaymentMethodRecord,
): Promise<PaymentMethodDependencies> {
  const nothing = { activeSubscriptions: [], autoTopupAccounts: [], blocksDetach: false }
  if (!isDefault || collectionMethod !== 'charge_automatically') {
    return { paymentMethodId, isDefault, ...nothing }
  }
  const subscriptions = await listRunningSubscriptions(tx, environmentId, customerId)
  const accounts = await listAutoTopUpWallets(tx, environmentId, customerId)
  return {
    paymentMethodId,
    isDefault,
    blocksDetach: subscriptions.length + accounts.length > 0,
    activeSubscriptions: subscriptions.map(({ currentPeriodEnd, ...subscription }) => ({
      ...subscription,
      collectionMethod,
      currentBillingPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    })),
    autoTopupAccounts: accounts.map((account) => ({
      id: account.id,
      creditCurrencyId: account.creditCurrencyId,
      autoTopupThreshold: account.threshold,
      autoTopupAmount: account.amount,
      autoTopupPackageId: account.creditPackageId,
    })),
  }
}
