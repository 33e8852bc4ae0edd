import type { SettlementOutcome } from '@purser/contract'
import { ZERO } from '../../../kernel/amount.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { ensureWallet } from '../../credits/index.ts'
import { findCustomer } from '../../customers/read.ts'
import type { PaymentProviders } from '../../payments/index.ts'
import { findDefaultMethod } from '../../payments/read.ts'
import { insertTopUpAttempt } from '../attempts/attempts.sql.ts'
import { chargeTopUp, invoiceTopUp } from '../attempts/chargeTopUp.ts'
import type { TopUpTerms } from '../attempts/topUpTerms.core.ts'
import { findAmountTerms, requireActiveWallet } from './quoteTopUp.ts'

interface TopUpInput {
  customerId: string
  /** An id or a slug. */
  creditCurrencyId: string
  /** In minor units of the wallet. */
  amountCents: number
  forceForm: boolean
}

/**
 * Starts a top-up of a money wallet. If the result has a ticket, `resumeTopUp` continues with it.
 */
export async function topUp(
  tx: Tx,
  providers: PaymentProviders,
  scope: Scope,
  { customerId, creditCurrencyId, amountCents, forceForm }: TopUpInput,
): Promise<{ ticket: string } | { answer: SettlementOutcome }> {
  const terms = await findAmountTerms(tx, scope, { creditCurrencyId, amountCents })
  const withoutMethod = 'TOPUP_REQUIRES_PM'
  return startTopUp(tx, providers, scope, { customerId, terms, forceForm, withoutMethod })
}

interface TopUpRequest {
  customerId: string
  terms: TopUpTerms
  /** Show the payment form even if a payment method is on file. */
  forceForm: boolean
  /** The error code for a customer without a payment method. */
  withoutMethod: 'TOPUP_REQUIRES_PM' | 'PACKAGE_REQUIRES_PM'
}

/**
 * Creates the attempt and its pending payment. If nothing has to be charged now, grants the credits
 * immediately.
 */
export async function startTopUp(
  tx: Tx,
  providers: PaymentProviders,
  scope: Scope,
  { customerId, terms, forceForm, withoutMethod }: TopUpRequest,
): Promise<{ ticket: string } | { answer: SettlementOutcome }> {
  const { environmentId } = scope
  const { creditCurrencyId } = terms
  const wallet = await ensureWallet(tx, scope, { customerId, creditCurrencyId })
  requireActiveWallet(wallet)
  const customer = await findCustomer(tx, environmentId, customerId)
  invariant(customer, 'a locked customer exists')
  const at = wallet.updatedAt
  const attempt = {
    id: newIdInBucket('paymentAttempt', wallet.bucket),
    walletId: wallet.id,
    trigger: 'manual',
    fundingMethod: forceForm ? 'charge_automatically' : customer.collectionMethod,
    balanceAtFire: wallet.balance,
    thresholdAtFire: wallet.topUpThreshold ?? ZERO,
    createdAt: at,
  } as const
  const purchase = { attemptId: attempt.id, customerId, trigger: attempt.trigger, terms, at }
  if (terms.charge === 0 || attempt.fundingMethod === 'send_invoice') {
    await insertTopUpAttempt(tx, environmentId, attempt, terms)
    const { grantId } = await invoiceTopUp(tx, scope, purchase)
    return { answer: answerWithoutCharge(terms, grantId) }
  }
  const method = forceForm ? null : await findDefaultMethod(tx, environmentId, customerId)
  if (!method && !forceForm) throw methodRequired(withoutMethod)
  // Resolve the provider before any write, so that a missing setup fails the request.
  const { id: provider } = method
    ? await providers.byId(environmentId, method.provider, tx)
    : await providers.current(environmentId, tx)
  await insertTopUpAttempt(tx, environmentId, attempt, terms)
  await chargeTopUp(tx, scope, purchase, { provider, method })
  return { ticket: attempt.id }
}

const answerWithoutCharge = (terms: TopUpTerms, grantId: string | null): SettlementOutcome =>
  terms.charge === 0
    ? {
        kind: 'no_action',
        reason: 'There is nothing to pay. The credits were added.',
        subscriptionId: null,
        invoiceId: null,
      }
    : {
        kind: 'invoice_added',
        lineAmount: terms.charge,
        currency: terms.chargeCurrency,
        invoiceId: null,
        subscriptionId: null,
        grantId,
      }

const methodRequired = (code: TopUpRequest['withoutMethod']): PurserError =>
  new PurserError(
    code,
    'The customer has no payment method that can be charged. Set one up with POST /v1/payment-methods/setup, or send forceForm to pay in a form.',
  )
