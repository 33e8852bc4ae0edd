import type { Scope } from '../../../kernel/scope.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { type PaymentOutcome, unknownOutcome } from '../provider.ts'
import type { PaymentProviders } from '../providers/paymentProviders.ts'
import { cancelPayment } from './cancelPayment.ts'
import { chooseQuestion, hasEnded, isDueToAsk } from './payment.core.ts'
import { findPayment, type PaymentRecord, writeAskedAt } from './payment.sql.ts'
import { sendPayment } from './sendPayment.ts'

/**
 * The provider does not know the payment, whose request is too old to be still in progress.
 */
const NEVER_ARRIVED: PaymentOutcome = {
  kind: 'rejected',
  code: 'never_arrived',
  message: 'The payment never reached the payment provider.',
}

const NOT_SENT: PaymentOutcome = { kind: 'unknown', cause: 'not asked' }

/** Asks the provider for the outcome of an open payment. Never charges twice. */
export async function askAboutPayment(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  payment: PaymentRecord,
): Promise<PaymentOutcome> {
  await withTransaction(db, (tx) => writeAskedAt(tx, scope.environmentId, payment.id, scope.now))
  const question = chooseQuestion(payment, scope.now)
  const replayed =
    question === 'replay' ? await sendPayment(db, providers, scope, payment) : NOT_SENT
  // A rejected replay proves nothing about the first request, which may have had other parameters.
  if (replayed.kind !== 'unknown' && replayed.kind !== 'rejected') return replayed
  const answer = await lookUpPayment(providers, scope, payment)
  if (answer.kind !== 'absent') return answer
  if (replayed.kind === 'rejected') return replayed
  // A payment with an id at the provider has arrived, even if the lookup does not find it.
  const mayHaveArrived = question === 'replay' || payment.providerPaymentId !== null
  return mayHaveArrived ? { kind: 'unknown', cause: 'not found at the provider' } : NEVER_ARRIVED
}

async function lookUpPayment(
  providers: PaymentProviders,
  { environmentId }: Scope,
  { provider, attemptId, providerCustomerId, providerPaymentId }: PaymentRecord,
): Promise<PaymentOutcome | { kind: 'absent' }> {
  // A provider that does not know the customer cannot have received a payment from it.
  if (providerCustomerId === null) return { kind: 'absent' }
  try {
    const connection = await providers.byId(environmentId, provider)
    return await connection.lookUpPayment({ attemptId, providerCustomerId, providerPaymentId })
  } catch (error) {
    return unknownOutcome(error)
  }
}

/** The time for which forms and challenges stay open for the customer. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Asks the provider about a payment that has not ended, and cancels it if the customer abandoned
 * it. Returns null if it is too early to ask. The caller records the outcome.
 */
export async function askAboutOpenPayment(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  paymentId: string,
): Promise<{ payment: PaymentRecord; outcome: PaymentOutcome } | null> {
  const payment = await withTransaction(
    db,
    (tx) => findPayment(tx, scope.environmentId, paymentId),
    'read',
  )
  if (!payment || hasEnded(payment.status) || !isDueToAsk(payment, scope.now)) return null
  const outcome = await askAboutPayment(db, providers, scope, payment)
  if (outcome.kind !== 'requires_action' || !isAbandoned(payment, scope.now)) {
    return { payment, outcome }
  }
  const { providerPaymentId } = outcome
  const open = { ...payment, providerPaymentId }
  return { payment, outcome: await cancelPayment(providers, scope.environmentId, open) }
}

const isAbandoned = ({ sentAt }: PaymentRecord, now: Date): boolean =>
  now.getTime() - sentAt.getTime() >= ABANDONED_AFTER_MS
