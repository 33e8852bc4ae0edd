/** A provider forgets its keys after 24 hours: until then the same key is the same payment. */
const REPLAYABLE_MS = 23 * 60 * 60 * 1000
const LONGEST_PAUSE_MS = 60 * 60 * 1000
const PAUSE_PER_AGE = 10

export interface OpenPayment {
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
export const nextQuestion = (
  { providerPaymentId, sentAt }: OpenPayment,
  now: Date,
): 'look_up' | 'replay' =>
  providerPaymentId === null && now.getTime() - sentAt.getTime() < REPLAYABLE_MS
    ? 'replay'
    : 'look_up'

/** Whether it is time to ask: often at first, then ever more seldom, at least every hour. */
export function isDueToBeAsked({ sentAt, askedAt }: OpenPayment, now: Date): boolean {
  if (askedAt === null) return true
  const age = askedAt.getTime() - sentAt.getTime()
  const pause = Math.min(age / PAUSE_PER_AGE, LONGEST_PAUSE_MS)
  return now.getTime() - askedAt.getTime() >= pause
}
