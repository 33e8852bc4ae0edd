const HOUR_MS = 60 * 60 * 1000
/** The pause after the first, second and every later failure in a row. */
const BACKOFF_MS = [1 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]
const BURST_MS = 10 * 60 * 1000
const MAX_FIRES_IN_BURST = 2

export type SkipReason =
  | 'monthly_limit'
  | 'already_pending'
  | 'backoff'
  | 'no_payment_method'
  | 'disabled'

export interface FireRequest {
  readonly isEnabled: boolean
  readonly fundingMethod: 'charge_automatically' | 'send_invoice'
  readonly hasPaymentMethod: boolean
  /** The price of one top-up. */
  readonly charge: number
  readonly monthlyChargeLimit: number | null
}

/** A summary of a wallet's automatic attempts. */
export interface FiringLog {
  readonly isPending: boolean
  readonly consecutiveFailures: number
  readonly lastFailedAt: Date | null
  /** Newest first. */
  readonly lastFires: readonly Date[]
  /** The sum of succeeded and pending charges in this calendar month. */
  readonly monthToDateCharge: number
}

/** Decides whether a low wallet is refilled now. Returns `fire` or the reason to skip it. */
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

/**
 * When the rule may fire again after failures or a burst. Null when it never failed and never fired
 * twice.
 */
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

export const backoffAfter = (failures: number): number =>
  failures === 0 ? 0 : (BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0)
