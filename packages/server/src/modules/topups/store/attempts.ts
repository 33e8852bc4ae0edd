import { formatAmount } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { AttemptEnd } from '../core/attemptState.ts'
import type { TopUpTerms } from '../core/topUpTerms.ts'
import type { AttemptRecord } from '../read.ts'

const bucketOfAttempt = (id: string): number => {
  const bucket = bucketOfId('topUpAttempt', id)
  invariant(bucket !== null, 'an attempt has a bucket')
  return bucket
}

/** What an attempt buys; it is not known to the debit that leaves it. */
const termsOf = (terms: TopUpTerms | null) => ({
  credit_package_id: terms?.creditPackageId ?? null,
  amount: terms ? formatAmount(terms.credits) : null,
  charge_amount: terms?.charge ?? null,
  charge_currency: terms?.chargeCurrency ?? null,
  expires_after_days: terms?.expiresAfterDays ?? null,
  priority: terms?.priority ?? null,
  description: terms?.description ?? null,
})

export type NewAttempt = Pick<
  AttemptRecord,
  | 'id'
  | 'walletId'
  | 'trigger'
  | 'fundingMethod'
  | 'balanceAtFire'
  | 'thresholdAtFire'
  | 'createdAt'
>

export const insertAttempt = (
  tx: Tx,
  environmentId: string,
  attempt: NewAttempt,
  terms: TopUpTerms | null,
) =>
  tx
    .insertInto('topup_attempts')
    .values({
      bucket: bucketOfAttempt(attempt.id),
      environment_id: environmentId,
      id: attempt.id,
      account_id: attempt.walletId,
      status: 'pending',
      trigger_source: attempt.trigger,
      funding_method: attempt.fundingMethod,
      balance_at_fire: formatAmount(attempt.balanceAtFire),
      threshold_at_fire: formatAmount(attempt.thresholdAtFire),
      created_at: attempt.createdAt,
      ...termsOf(terms),
    })
    .execute()

const update = (tx: Tx, environmentId: string, id: string) =>
  tx
    .updateTable('topup_attempts')
    .where('bucket', '=', bucketOfAttempt(id))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'pending')

/** By whom it is paid and what for, before anything is sent. */
export const writeFiring = (
  tx: Tx,
  environmentId: string,
  id: string,
  firing: { fundingMethod: AttemptRecord['fundingMethod']; terms: TopUpTerms },
) =>
  update(tx, environmentId, id)
    .set({ funding_method: firing.fundingMethod, ...termsOf(firing.terms) })
    .execute()

export const writePaymentId = (tx: Tx, environmentId: string, id: string, paymentId: string) =>
  update(tx, environmentId, id).set({ payment_id: paymentId }).execute()

export const writeEnd = (
  tx: Tx,
  environmentId: string,
  id: string,
  end: AttemptEnd,
  completedAt: Date,
) =>
  update(tx, environmentId, id)
    .set({
      status: end.status,
      completed_at: completedAt,
      ...(end.status === 'succeeded' && { grant_id: end.grantId }),
      ...(end.status === 'failed' && {
        error_code: end.errorCode,
        error_message: end.errorMessage,
      }),
      ...(end.status === 'skipped' && { skip_reason: end.skipReason }),
    })
    .execute()
