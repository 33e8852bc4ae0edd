import type { Direction } from './direction.ts'
import type { SubscriptionRecord } from './record.ts'

export type ChangeTiming = 'now' | 'period_end'

/**
 * When a change comes into force, unless somebody says: who gets less has paid for the rest of the
 * period. Where nothing ever ends, now is all there is.
 */
export function timingOf(
  { currentPeriodEnd }: Pick<SubscriptionRecord, 'currentPeriodEnd'>,
  direction: Direction,
  when: ChangeTiming | undefined,
): ChangeTiming {
  if (currentPeriodEnd === null) return 'now'
  return when ?? (direction === 'downgrade' ? 'period_end' : 'now')
}
