import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findCreditCurrency, findCreditPackage } from '../../catalog/read.ts'
import type { Wallet } from '../../credits/core.ts'
import {
  type AutoTopUpRule,
  EMPTY_AUTO_TOP_UP_LOG,
  readAutoTopUpLogs,
  readAutoTopUpRules,
} from '../../credits/read.ts'
import { findCustomer } from '../../customers/read.ts'
import { findDefaultMethod, type PaymentMethodRecord } from '../../payments/read.ts'
import { amountTerms, packageTerms, type TopUpTerms } from '../attempts/topUpTerms.core.ts'
import { decideFire, type SkipReason } from './autoTopUpDecision.core.ts'

export interface FireDecision {
  terms: TopUpTerms
  fundingMethod: 'charge_automatically' | 'send_invoice'
  method: PaymentMethodRecord | null
}

type LowWallet = Pick<
  Wallet,
  'environmentId' | 'bucket' | 'id' | 'customerId' | 'creditCurrencyId' | 'status'
>

/**
 * Decides whether a low wallet is refilled now. Returns the terms of the purchase, or the reason to
 * skip it. The decision is final only under the customer's lock. `attemptId` is the attempt that is
 * being decided: it does not count as already pending.
 */
export async function decideAutoTopUp(
  tx: Tx,
  wallet: LowWallet,
  now: Date,
  attemptId: string | null,
): Promise<FireDecision | SkipReason> {
  const { environmentId, bucket, customerId } = wallet
  const customer = await findCustomer(tx, environmentId, customerId)
  invariant(customer, 'a locked customer exists')
  const walletIds = [wallet.id]
  const rule = (await readAutoTopUpRules(tx, { environmentId, bucket, walletIds })).get(wallet.id)
  const terms = rule && (await findRuleTerms(tx, environmentId, wallet.creditCurrencyId, rule))
  if (!terms || wallet.status !== 'active') return 'disabled'
  const walletKeys = { environmentId, bucket, walletIds, now, timezone: customer.timezone }
  const log =
    (await readAutoTopUpLogs(tx, walletKeys, attemptId)).get(wallet.id) ?? EMPTY_AUTO_TOP_UP_LOG
  const method = await findDefaultMethod(tx, environmentId, customerId)
  const { collectionMethod: fundingMethod } = customer
  const decision = decideFire(
    {
      isEnabled: rule.enabled,
      fundingMethod,
      hasPaymentMethod: method !== null,
      charge: terms.charge,
      monthlyChargeLimit: rule.monthlyChargeLimit,
    },
    log,
    now,
  )
  return decision === 'fire' ? { terms, fundingMethod, method } : decision
}

/** Returns null when the rule's package or currency is no longer sold. */
async function findRuleTerms(
  tx: Tx,
  environmentId: string,
  creditCurrencyId: string,
  { creditPackageId, amount }: AutoTopUpRule,
): Promise<TopUpTerms | null> {
  if (creditPackageId !== null) {
    const pack = await findCreditPackage(tx, environmentId, creditPackageId)
    return pack?.status === 'active' ? packageTerms(pack) : null
  }
  const currency = await findCreditCurrency(tx, environmentId, creditCurrencyId)
  if (currency?.status !== 'active' || amount === null) return null
  const terms = amountTerms(currency, amount)
  return terms === 'not_chargeable' ? null : terms
}
