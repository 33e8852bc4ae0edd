export type PaymentStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/**
 * Used in place of a provider id for money that did not come through a provider. Such payments
 * cannot be refunded through one.
 */
export const EXTERNAL_PROVIDER = 'external'

/** The fields of a payment that decide its next status. */
export interface PaymentState {
  readonly status: PaymentStatus
  readonly flow: 'off_session' | 'form'
}

/** An outcome of the provider port, reduced to the fields that are stored. */
export interface ReportedOutcome {
  readonly kind:
    | 'succeeded'
    | 'processing'
    | 'requires_action'
    | 'declined'
    | 'canceled'
    | 'rejected'
    | 'unknown'
  readonly providerPaymentId?: string | null
  readonly code?: string
  readonly message?: string
}

export interface PaymentChange {
  readonly status: PaymentStatus
  readonly providerPaymentId: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

const NEXT_STATUS: Record<ReportedOutcome['kind'], PaymentStatus | null> = {
  succeeded: 'succeeded',
  processing: 'pending',
  requires_action: 'requires_action',
  declined: 'failed',
  canceled: 'canceled',
  rejected: 'failed',
  // The payment keeps its status until the provider reports an outcome.
  unknown: null,
}

export const hasEnded = (status: PaymentStatus): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'canceled'

/**
 * Returns the change that an outcome makes to a payment, or null if it changes nothing. A payment
 * that has ended keeps its status, except that a failed one becomes succeeded: the customer may
 * have paid late in an open form.
 */
export function applyOutcome(
  payment: PaymentState,
  outcome: ReportedOutcome,
): PaymentChange | null {
  if (payment.status === 'succeeded') return null
  if (hasEnded(payment.status) && outcome.kind !== 'succeeded') return null
  const next = NEXT_STATUS[outcome.kind]
  if (next === null) return null
  return {
    // After a decline, the customer can try another card in the same form.
    status: outcome.kind === 'declined' && payment.flow === 'form' ? 'requires_action' : next,
    providerPaymentId: outcome.providerPaymentId ?? null,
    errorCode: outcome.code ?? null,
    errorMessage: outcome.message ?? null,
  }
}

/**
 * Providers keep idempotency keys for 24 hours. Until then, sending a payment again cannot charge
 * twice.
 */
const REPLAYABLE_MS = 23 * 60 * 60 * 1000
const LONGEST_PAUSE_MS = 60 * 60 * 1000
const AGE_PER_PAUSE = 10

interface OpenPayment {
  readonly providerPaymentId: string | null
  /** When the payment was first sent to the provider. */
  readonly sentAt: Date
  /** When the provider was last asked about the payment. */
  readonly askedAt: Date | null
}

/**
 * Decides how to learn the outcome of a payment. A payment with an id at the provider is looked up.
 * Any other payment may never have arrived: it is sent again while the provider still knows its
 * key, and looked up by that key afterwards.
 */
export const chooseQuestion = (
  { providerPaymentId, sentAt }: OpenPayment,
  now: Date,
): 'look_up' | 'replay' =>
  providerPaymentId === null && now.getTime() - sentAt.getTime() < REPLAYABLE_MS
    ? 'replay'
    : 'look_up'

/**
 * Returns whether to ask the provider now: often at first, then less and less often, but at least
 * every hour.
 */
export function isDueToAsk({ sentAt, askedAt }: OpenPayment, now: Date): boolean {
  if (askedAt === null) return true
  const age = askedAt.getTime() - sentAt.getTime()
  const pause = Math.min(age / AGE_PER_PAUSE, LONGEST_PAUSE_MS)
  return now.getTime() - askedAt.getTime() >= pause
}
