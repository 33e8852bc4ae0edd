import { formatAmount } from '../../../src/kernel/amount.ts'
import type { Attempt, Money } from '../../model/payments/money.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/** The expected result of `observeMoney`, according to the model. */
export const projectMoney = ({ methods, defaultMethodId, attempts, refunds }: Money) => ({
  methods: methods.map(({ id, providerMethodId, isDetached, createdAt }) => ({
    id,
    providerMethodId,
    isDetached,
    createdAt: createdAt.toISOString(),
  })),
  defaultMethodId,
  attempts: Object.fromEntries(
    Object.entries(Object.groupBy(attempts, ({ creditCurrencyId }) => creditCurrencyId)).map(
      ([currency, ofWallet = []]) => [currency, ofWallet.map(projectAttempt)],
    ),
  ),
  refunds: refunds.map(({ creditsTaken, createdAt, ...refund }) => ({
    ...refund,
    creditsTaken: formatAmount(creditsTaken),
    createdAt: createdAt.toISOString(),
  })),
})

const projectAttempt = (attempt: Attempt) => ({
  id: attempt.id,
  trigger: attempt.trigger,
  status: attempt.status,
  fundingMethod: attempt.fundingMethod,
  threshold: formatAmount(attempt.threshold),
  credits: attempt.terms && formatAmount(attempt.terms.credits),
  charge: attempt.terms?.charge ?? null,
  creditPackageId: attempt.terms?.creditPackageId ?? null,
  grantId: attempt.grantId,
  errorCode: attempt.errorCode,
  skipReason: attempt.skipReason,
  owed: attempt.isInvoiced ? (attempt.terms?.charge ?? 0) : 0,
  createdAt: attempt.createdAt.toISOString(),
  completedAt: instant(attempt.completedAt),
  payment: attempt.payment && {
    id: attempt.payment.id,
    flow: attempt.payment.flow,
    methodId: attempt.payment.methodId,
    status: attempt.payment.status,
    refunded: attempt.payment.refunded,
    completedAt: instant(attempt.payment.completedAt),
  },
})

export type MoneyPicture = ReturnType<typeof projectMoney>
