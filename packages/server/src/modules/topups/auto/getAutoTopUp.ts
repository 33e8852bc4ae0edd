import type { ResponseOf, topUpEndpoints } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { findCreditCurrency } from '../../catalog/read.ts'
import {
  findWalletId,
  readAutoTopUpLogs,
  readAutoTopUpRules,
  renderAutoTopUpLog,
  renderAutoTopUpRule,
} from '../../credits/read.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { readCustomerSnapshots } from '../../customers/read.ts'

/**
 * Returns the rule of a wallet and its runtime state. Both are null when the wallet does not exist.
 */
export async function getAutoTopUp(
  tx: Tx,
  scope: Scope,
  target: { customerId: string; creditCurrencyId: string },
): Promise<ResponseOf<typeof topUpEndpoints.getAutoTopUp>> {
  const { environmentId } = scope
  const { customerId } = target
  const [customer] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  const currency = await findCreditCurrency(tx, environmentId, target.creditCurrencyId)
  if (!currency) throw notFound('credit currency', target.creditCurrencyId)
  const walletId = await findWalletId(tx, environmentId, {
    customerId,
    creditCurrencyId: currency.id,
  })
  const { id, slug, name, denomination, minorUnitScale } = currency
  const state = {
    effectiveFundingMethod: customer.collectionMethod,
    currency: { id, slug, name, denomination, minorUnitScale },
    denomination,
  }
  if (walletId === null) return { rule: null, runtime: null, ...state }
  const bucket = bucketOf(environmentId, customerId)
  const now = currentTimeOf(customer, scope.now)
  const walletIds = [walletId]
  const walletKeys = { environmentId, bucket, walletIds, now, timezone: customer.timezone }
  return {
    rule: renderAutoTopUpRule((await readAutoTopUpRules(tx, walletKeys)).get(walletId)),
    runtime: renderAutoTopUpLog((await readAutoTopUpLogs(tx, walletKeys)).get(walletId)),
    ...state,
  }
}
