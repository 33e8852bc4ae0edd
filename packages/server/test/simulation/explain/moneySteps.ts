import type { Operation } from '../../model/operation.ts'
import type { Attempt, Money, SkipReason } from '../../model/payments/money.ts'
import type { Identities } from '../observe/identities.ts'
import type { SentMoney } from '../observe/observeMoney.ts'
import type { MoneyPicture } from '../observe/projectMoney.ts'

type AttemptPicture = MoneyPicture['attempts'][string][number]

/** After so long the provider may be asked about a payment without being sent it again. */
const OLD_MS = 23 * 60 * 60 * 1000

/**
 * What was done to a customer's money in a round by whoever came first: a request, a job, a sweep or
 * the word of the provider. When each was done is not known, only that it was; whether it could be,
 * and what it brings about, is for the model to say.
 */
export function moneySteps(
  before: Money,
  observed: MoneyPicture,
  sent: SentMoney,
  now: Date,
  identities: Identities,
): Operation[] {
  const isOld = (at: Date | null | undefined): boolean =>
    at != null && now.getTime() - at.getTime() >= OLD_MS
  const ofAttempts = Object.entries(observed.attempts).flatMap(([creditCurrencyId, attempts]) => {
    const known = before.attempts.filter((each) => each.creditCurrencyId === creditCurrencyId)
    return attempts.flatMap((attempt, index) => {
      const old = isOld(sent.attempts[creditCurrencyId]?.[index])
      return stepsOf(known[index], attempt, { creditCurrencyId, index }, old)
    })
  })
  const ofRefunds = observed.refunds.flatMap(({ status }, index): Operation[] =>
    status === 'pending' || status === before.refunds[index]?.status
      ? []
      : [{ kind: 'settleRefund', index, status, isOld: isOld(sent.refunds[index]) }],
  )
  const ofSetups = sent.setups
    .filter((id) => !identities.hasReal(id))
    .map((): Operation => ({ kind: 'saveCard' }))
  return [...ofAttempts, ...ofRefunds, ...ofSetups]
}

function stepsOf(
  known: Attempt | undefined,
  attempt: AttemptPicture,
  place: { creditCurrencyId: string; index: number },
  isOld: boolean,
): Operation[] {
  const { payment, trigger, errorCode } = attempt
  const steps: Operation[] = []
  if (!known && trigger === 'sweeper_replay') {
    steps.push({ kind: 'refill', creditCurrencyId: place.creditCurrencyId })
  }
  const became = firedAs(attempt)
  const isBorn = !known && became === 'already_pending'
  if (trigger !== 'manual' && became && !isBorn && (!known || firedAs(known) === null)) {
    steps.push({ kind: 'fire', became, ...place })
  }
  const status = payment?.status ?? 'pending'
  if (status !== 'pending' && status !== known?.payment?.status) {
    steps.push({ kind: 'settleAttempt', status, errorCode, isOld, ...place })
  }
  return steps
}

/** What a rule came to; null when it has not been asked yet. */
const firedAs = (
  attempt: Pick<Attempt, 'skipReason'> & { payment: unknown; status: string },
): 'pays' | 'invoiced' | SkipReason | null => {
  if (attempt.skipReason) return attempt.skipReason
  if (attempt.payment) return 'pays'
  return attempt.status === 'succeeded' ? 'invoiced' : null
}
