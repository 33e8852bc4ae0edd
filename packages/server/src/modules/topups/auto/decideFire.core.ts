const HOUR_MS = 60 * 60 * 1000
/** How long a rule rests after so many failures in a row; from the last one on it stays so. */
const BACKOFF_MS = [1 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]
const BURST_MS = 10 * 60 * 1000
const MAX_FIRES_IN_BURST = 2

export type SkipReason =
  | 'monthly_limit'
  | 'already_pending'
  | 'backoff'
  | 'no_payment_method'
  | 'disabled'

/** What a rule may spend, and with what. */
export interface FireRequest {
  readonly isEnabled: boolean
  readonly fundingMethod: 'charge_automatically' | 'send_invoice'
  readonly hasPaymentMethod: boolean
  /** What one top-up costs. */
  readonly charge: number
  readonly monthlyChargeLimit: number | null
}

/** What the log says of the automatic attempts of a wallet. */
export interface FiringLog {
  readonly isPending: boolean
  readonly consecutiveFailures: number
  readonly lastFailedAt: Date | null
  /** Instants of the newest fires, newest first. */
  readonly lastFires: readonly Date[]
  /** Spent or being spent in this calendar month. */
  readonly monthToDateCharge: number
}

/** Whether a wallet that has run low is refilled now, or why not. */
export function decideFire(firing: FireRequest, log: FiringLog, now: Date): 'fire' | SkipReason {
  if (!firing.isEnabled) return 'disabled'
  if (log.isPending) return 'already_pending'
  if (isBackingOff(log, now)) return 'backoff'
  const { monthlyChargeLimit, charge } = firing
  if (monthlyChargeLimit !== null && log.monthToDateCharge + charge > monthlyChargeLimit) {
    return 'monthly_limit'
  }
  if (firing.fundingMethod === 'charge_automatically' && charge > 0 && !firing.hasPaymentMethod) {
    return 'no_payment_method'
  }
  return 'fire'
}

const isBackingOff = (log: FiringLog, now: Date): boolean =>
  (backoffEndsAt(log)?.getTime() ?? 0) > now.getTime()

/** Until when a rule rests after what it did; null when it never had to. */
export function backoffEndsAt({
  consecutiveFailures,
  lastFailedAt,
  lastFires,
}: Omit<FiringLog, 'isPending' | 'monthToDateCharge'>): Date | null {
  const firstOfBurst = lastFires[MAX_FIRES_IN_BURST - 1]
  const ends = [
    ...(lastFailedAt ? [lastFailedAt.getTime() + backoffAfter(consecutiveFailures)] : []),
    ...(firstOfBurst ? [firstOfBurst.getTime() + BURST_MS] : []),
  ]
  return ends.length === 0 ? null : new Date(Math.max(...ends))
}

/** How long a rule rests after so many failures in a row. */
export const backoffAfter = (failures: number): number =>
  failures === 0 ? 0 : (BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0)
