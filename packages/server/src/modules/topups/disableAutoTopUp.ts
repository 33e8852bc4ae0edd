import type { AutoTopUp } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCreditCurrency } from '../catalog/read.ts'
import { ensureWallet, setTopUpThreshold } from '../credits/index.ts'
import { findWalletId, readAutoTopUpRules, renderRule } from '../credits/read.ts'
import { upsertRule } from './store/rules.ts'

/** Switches a rule off and keeps the rest of it, so that it can be switched on again as it was. */
export async function disableAutoTopUp(
  tx: Tx,
  scope: Scope,
  target: { customerId: string; creditCurrencyId: string },
): Promise<AutoTopUp> {
  const { environmentId } = scope
  const { customerId } = target
  const currency = await findCreditCurrency(tx, environmentId, target.creditCurrencyId)
  if (!currency) throw notFound('credit currency', target.creditCurrencyId)
  const creditCurrencyId = currency.id
  if ((await findWalletId(tx, environmentId, { customerId, creditCurrencyId })) === null) {
    throw notFound('wallet in credit currency', currency.slug)
  }
  const wallet = await ensureWallet(tx, scope, { customerId, creditCurrencyId })
  const { id: walletId, bucket } = wallet
  const place = { environmentId, bucket, walletIds: [walletId] }
  const before = (await readAutoTopUpRules(tx, place)).get(walletId)
  if (!before) return renderRule(undefined)
  const rule = { ...before, enabled: false }
  await upsertRule(tx, environmentId, { walletId, ...rule, now: wallet.updatedAt })
  await setTopUpThreshold(tx, wallet, null)
  return renderRule(rule)
}
