import type { Plan } from '@purser/contract'
import { recurringAmount } from './chargeLines.ts'
import { entitlementChanges, type Offer } from './entitlementChanges.ts'

export type Direction = 'upgrade' | 'downgrade' | 'lateral'

/** Mean length of an interval; a month is a twelfth of 365.2425 days. */
const SECONDS = {
  day: 86_400n,
  week: 604_800n,
  month: 2_629_746n,
  year: 31_556_952n,
  // Nothing recurs in a plan without interval, so that any length will do.
  none: 1n,
} as const satisfies Record<Plan['interval'], bigint>

/**
 * Whether a change is up or down: by what the plans cost over the same time, and where that is the
 * same, by what they give.
 */
export function directionOf(before: Offer, after: Offer): Direction {
  const old = BigInt(recurringAmount(before)) * lengthOf(after)
  const next = BigInt(recurringAmount(after)) * lengthOf(before)
  if (next !== old) return next > old ? 'upgrade' : 'downgrade'
  const changes = entitlementChanges(before, after).map(({ change }) => change)
  const more = changes.some((change) => change === 'added' || change === 'increased')
  const less = changes.some((change) => change === 'removed' || change === 'decreased')
  return more === less ? 'lateral' : more ? 'upgrade' : 'downgrade'
}

const lengthOf = ({ plan: { interval, intervalCount } }: Offer): bigint =>
  SECONDS[interval] * BigInt(intervalCount)
