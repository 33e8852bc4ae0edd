import type { TopUpAttempt } from '@purser/contract'
import { type Amount, toNearestNumber } from '../../../kernel/amount.ts'
import type { SkipReason } from '../auto/autoTopUpDecision.core.ts'
import type { TopUpTerms } from './topUpTerms.core.ts'

export type AttemptStatus = 'pending' | 'succeeded' | 'failed' | 'skipped'
export type TopUpTrigger = 'auto' | 'manual' | 'sweeper_replay'

/** How an attempt ended. An attempt ends once: later reports change nothing. */
export type AttemptEnd =
  | { readonly status: 'succeeded'; readonly grantId: string }
  | {
      readonly status: 'failed'
      readonly errorCode: string
      readonly errorMessage: string
    }
  | { readonly status: 'skipped'; readonly skipReason: SkipReason }

/** True when no customer is present to pass a challenge or fill in a form. */
export const isUnattended = (trigger: TopUpTrigger): boolean => trigger !== 'manual'

export interface AttemptRecord {
  id: string
  customerId: string
  walletId: string
  creditCurrencyId: string
  status: AttemptStatus
  trigger: TopUpTrigger
  fundingMethod: 'charge_automatically' | 'send_invoice'
  /** The terms of the purchase. Null until the attempt is fired. */
  terms: TopUpTerms | null
  balanceAtFire: Amount
  thresholdAtFire: Amount
  grantId: string | null
  paymentId: string | null
  invoiceId: string | null
  errorCode: string | null
  errorMessage: string | null
  skipReason: SkipReason | null
  createdAt: Date
  completedAt: Date | null
}

export const renderAttempt = (attempt: AttemptRecord): TopUpAttempt => ({
  id: attempt.id,
  customerId: attempt.customerId,
  creditAccountId: attempt.walletId,
  creditCurrencyId: attempt.creditCurrencyId,
  status: attempt.status,
  triggerSource: attempt.trigger,
  fundingMethod: attempt.fundingMethod,
  ...(attempt.terms && {
    amount: toNearestNumber(attempt.terms.credits),
    chargeAmount: attempt.terms.charge,
  }),
  balanceAtFire: toNearestNumber(attempt.balanceAtFire),
  thresholdAtFire: toNearestNumber(attempt.thresholdAtFire),
  grantId: attempt.grantId,
  ...(attempt.invoiceId !== null && { invoiceId: attempt.invoiceId }),
  ...(attempt.paymentId !== null && { paymentId: attempt.paymentId }),
  ...(attempt.errorCode !== null && { errorCode: attempt.errorCode }),
  ...(attempt.errorMessage !== null && { errorMessage: attempt.errorMessage }),
  ...(attempt.skipReason !== null && { skipReason: attempt.skipReason }),
  createdAt: attempt.createdAt.toISOString(),
  completedAt: attempt.completedAt?.toISOString() ?? null,
})
