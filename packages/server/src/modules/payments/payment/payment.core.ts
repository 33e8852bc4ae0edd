export type PaymentStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** In the place of a provider: the money came another way, and no provider can give it back. */
export const EXTERNAL = 'external'

/** What decides how a payment goes on. */
export interface PaymentState {
  readonly status: PaymentStatus
  readonly flow: 'off_session' | 'form'
}

/** An outcome in the words of the port, with what is kept of it. */
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
  // Silence is not an outcome: the payment stays what it is until the provider says more.
  unknown: null,
}

export const hasEnded = (status: PaymentStatus): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'canceled'

/**
 * What an outcome makes of a payment, or null when it changes nothing. One that has ended stays so,
 * but for money that was taken after all: whoever held the form open may have paid late.
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
    // A card declined in a form leaves the form open for another one.
    status: outcome.kind === 'declined' && payment.flow === 'form' ? 'requires_action' : next,
    providerPaymentId: outcome.providerPaymentId ?? null,
    errorCode: outcome.code ?? null,
    errorMessage: outcome.message ?? null,
  }
}

/** A provider forgets its keys after 24 hours: until then the same key is the same payment. */
const REPLAYABLE_MS = 23 * 60 * 60 * 1000
const LONGEST_PAUSE_MS = 60 * 60 * 1000
const AGE_PER_PAUSE = 10

interface OpenPayment {
  readonly providerPaymentId: string | null
  /** When it was first sent to the provider, and when the provider was last asked of it. */
  readonly sentAt: Date
  readonly askedAt: Date | null
}

/**
 * How to learn what became of a payment: one that the provider has named is looked up; one that may
 * never have arrived is sent again under its key, as long as the provider knows keys that old, and
 * then looked up by the key.
 */
export const chooseQuestion = (
  { providerPaymentId, sentAt }: OpenPayment,
  now: Date,
): 'look_up' | 'replay' =>
  providerPaymentId === null && now.getTime() - sentAt.getTime() < REPLAYABLE_MS
    ? 'replay'
    : 'look_up'

/** Whether it is time to ask: often at first, then ever more seldom, at least every hour. */
export function isDueToAsk({ sentAt, askedAt }: OpenPayment, now: Date): boolean {
  if (askedAt === null) return true
  const age = askedAt.getTime() - sentAt.getTime()
  const pause = Math.min(age / AGE_PER_PAUSE, LONGEST_PAUSE_MS)
  return now.getTime() - askedAt.getTime() >= pause
}
