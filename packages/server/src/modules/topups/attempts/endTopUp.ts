import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { grantCredits } from '../../credits/index.ts'
import type { AttemptRecord } from './attempt.core.ts'
import { type AttemptEnd, isUnattended, renderAttempt, type TopUpTrigger } from './attempt.core.ts'
import { findAttempt, writeAttemptEnd } from './attempts.sql.ts'
import type { TopUpTerms } from './topUpTerms.core.ts'

export interface TopUpPurchase {
  attemptId: string
  customerId: string
  trigger: TopUpTrigger
  terms: TopUpTerms
  /** The customer's time. */
  at: Date
}

/** Grants the credits that an attempt bought. A unique index allows one grant per attempt. */
export async function grantTopUp(
  tx: Tx,
  scope: Scope,
  { attemptId, customerId, trigger, terms, at }: TopUpPurchase,
): Promise<string> {
  const { creditPackageId, expiresAfterDays, priority } = terms
  const grant = await grantCredits(tx, scope, {
    customerId,
    creditCurrencyId: terms.creditCurrencyId,
    amount: terms.credits,
    reason: reasonOf(trigger, creditPackageId),
    priority: priority ?? undefined,
    expiresAt:
      expiresAfterDays === null ? null : new Date(at.getTime() + expiresAfterDays * DAY_MS),
    description: terms.description,
    creditPackageId,
    topUpAttemptId: attemptId,
    metadata: { source: creditPackageId === null ? 'topup' : 'credit_package', trigger },
  })
  return grant.id
}

const reasonOf = (trigger: TopUpTrigger, creditPackageId: string | null) => {
  if (isUnattended(trigger)) return 'AUTO_TOP_UP'
  return creditPackageId === null ? 'TOP_UP' : 'PACKAGE_PURCHASE'
}

/**
 * Ends an attempt and emits `topup.succeeded`, `topup.failed` or `topup.skipped`. The caller holds
 * the customer's lock.
 */
export async function endTopUp(
  tx: Tx,
  scope: Scope,
  attemptId: string,
  end: AttemptEnd,
  at: Date,
): Promise<AttemptRecord> {
  await writeAttemptEnd(tx, scope.environmentId, attemptId, end, at)
  const attempt = await findAttempt(tx, scope.environmentId, attemptId)
  invariant(attempt?.status === end.status, 'an attempt ends once')
  await emitEvent(tx, scope, {
    type: `topup.${end.status}`,
    customerId: attempt.customerId,
    data: renderAttempt(attempt),
  })
  return attempt
}
