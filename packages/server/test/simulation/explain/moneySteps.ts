import type { Operation } from '../../model/operation.ts'
import type { Attempt, Money, SkipReason } from '../../model/payments/money.ts'
import type { Identities } from '../observe/identities.ts'
import type { SentMoney } from '../observe/observeMoney.ts'
import type { MoneyPicture } from '../observe/projectMoney.ts'

type AttemptPicture = MoneyPicture['attempts'][string][number]

/** After this time Purser asks the provider about a payment without sending it again. */
const OLD_MS = 23 * 60 * 60 * 1000

/**
 * Derives the payment work of a round. A request, a job, a sweep or a webhook may have done it. The
 * rows show which work was done, but not when. The model decides whether each step was possible and
 * which effects it has.
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
    const earlier = before.attempts.filter((each) => each.creditCurrencyId === creditCurrencyId)
    return attempts.flatMap((attempt, index) => {
      const old = isOld(sent.attempts[creditCurrencyId]?.[index])
      return stepsOf(earlier[index], attempt, { creditCurrencyId, index }, old)
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
  earlier: Attempt | undefined,
  attempt: AttemptPicture,
  position: { creditCurrencyId: string; index: number },
  isOld: boolean,
): Operation[] {
  const { payment, trigger, errorCode } = attempt
  const steps: Operation[] = []
  if (!earlier && trigger === 'sweeper_replay') {
    steps.push({ kind: 'refill', creditCurrencyId: position.creditCurrencyId })
  }
  const outcome = firedAs(attempt)
  const isCreatedSkipped = !earlier && outcome === 'already_pending'
  if (
    trigger !== 'manual' &&
    outcome &&
    !isCreatedSkipped &&
    (!earlier || firedAs(earlier) === null)
  ) {
    steps.push({ kind: 'fire', outcome, ...position })
  }
  const status = payment?.status ?? 'pending'
  if (status !== 'pending' && status !== earlier?.payment?.status) {
    steps.push({ kind: 'settleAttempt', status, errorCode, isOld, ...position })
  }
  return steps
}

/** The decision of a rule, or null if it has not been evaluated yet. */
const firedAs = (
  attempt: Pick<Attempt, 'skipReason'> & { payment: unknown; status: string },
): 'pays' | 'invoiced' | SkipReason | null => {
  if (attempt.skipReason) return attempt.skipReason
  if (attempt.payment) return 'pays'
  return attempt.status === 'succeeded' ? 'invoiced' : null
}
