import { type AutoTopUp, type BodyOf, isFiat, type topUpEndpoints } from '@purser/contract'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { findCreditCurrency, findCreditPackage } from '../../catalog/read.ts'
import { ensureWallet, setTopUpThreshold } from '../../credits/index.ts'
import { findWalletId, readAutoTopUpRules, renderAutoTopUpRule } from '../../credits/read.ts'
import { amountTerms, explainNotChargeable } from '../attempts/topUpTerms.core.ts'
import { upsertRule } from './rules.sql.ts'

type RuleBody = BodyOf<typeof topUpEndpoints.setAutoTopUp>
type Currency = NonNullable<Awaited<ReturnType<typeof findCreditCurrency>>>

/** Sets a wallet's auto-top-up rule. Creates the wallet if it does not exist. */
export async function setAutoTopUp(
  tx: Tx,
  scope: Scope,
  target: { customerId: string; creditCurrencyId: string },
  body: RuleBody,
): Promise<AutoTopUp> {
  const { environmentId } = scope
  const currency = await findCreditCurrency(tx, environmentId, target.creditCurrencyId)
  if (!currency) throw notFound('credit currency', target.creditCurrencyId)
  requireMatchingMode(currency, body)
  const purchase = await findPurchase(tx, environmentId, currency, body)
  const { customerId } = target
  const wallet = await ensureWallet(tx, scope, {
    customerId,
    creditCurrencyId: currency.id,
    isArchived: currency.status === 'archived',
  })
  const { id: walletId, bucket } = wallet
  const walletKeys = { environmentId, bucket, walletIds: [walletId] }
  const previousRule = (await readAutoTopUpRules(tx, walletKeys)).get(walletId)
  const { enabled } = body
  const threshold: Amount = parseAmount(body.threshold)
  const monthlyChargeLimit =
    body.monthlyChargeLimit === undefined
      ? (previousRule?.monthlyChargeLimit ?? null)
      : body.monthlyChargeLimit
  const rule = { enabled, threshold, ...purchase, monthlyChargeLimit }
  await upsertRule(tx, environmentId, { walletId, ...rule, now: wallet.updatedAt })
  await setTopUpThreshold(tx, wallet, enabled ? threshold : null)
  // The balance may already be below the threshold. No debit would cross it then, so the sweep
  // fires the rule.
  if (enabled) await enqueue(tx, { task: 'sweepTopUpAttempts', payload: {}, key: 'sweepTopUps' })
  return renderAutoTopUpRule(rule)
}

function requireMatchingMode({ slug, denomination }: Currency, { mode }: RuleBody): void {
  const expectedMode = isFiat(denomination) ? 'amount' : 'package'
  if (mode === expectedMode) return
  throw new PurserError(
    'auto_topup_mode_mismatch',
    `Credit currency "${slug}" has denomination "${denomination}": its wallets are refilled with mode "${expectedMode}".`,
  )
}

async function findPurchase(
  tx: Tx,
  environmentId: string,
  currency: Currency,
  body: RuleBody,
): Promise<{ creditPackageId: string | null; amount: number | null }> {
  if (body.mode === 'amount') {
    if (amountTerms(currency, body.topupAmount) === 'not_chargeable') {
      throw invalidRequest([{ path: 'topupAmount', message: explainNotChargeable(currency) }])
    }
    return { creditPackageId: null, amount: body.topupAmount }
  }
  const pack = await findCreditPackage(tx, environmentId, body.creditPackageId)
  if (!pack) throw notFound('credit package', body.creditPackageId)
  const path = 'creditPackageId'
  if (pack.creditCurrencyId !== currency.id) {
    throw invalidRequest([{ path, message: `is not a package of "${currency.slug}"` }])
  }
  if (pack.status === 'archived') {
    throw invalidRequest([{ path, message: 'is archived and no longer sold' }])
  }
  return { creditPackageId: pack.id, amount: null }
}

/** Disables a rule and keeps its other settings, so that enabling it restores them. */
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
  const walletKeys = { environmentId, bucket, walletIds: [walletId] }
  const previousRule = (await readAutoTopUpRules(tx, walletKeys)).get(walletId)
  if (!previousRule) return renderAutoTopUpRule(undefined)
  const rule = { ...previousRule, enabled: false }
  await upsertRule(tx, environmentId, { walletId, ...rule, now: wallet.updatedAt })
  await setTopUpThreshold(tx, wallet, null)
  return renderAutoTopUpRule(rule)
}
