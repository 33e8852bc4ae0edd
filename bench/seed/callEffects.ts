import { parseAmount } from '../../packages/server/src/kernel/amount.ts'
import { encodeEffects } from '../../packages/server/src/modules/usage/track/effects.core.ts'
import { monthOf } from './monthOf.ts'
import type { Merchant } from './seedMerchant.ts'

/** Builds the effects of an event with the given number of calls, as track writes them. */
export function callEffects({ metricId }: Merchant, quantity: string, now: Date): string {
  const { start } = monthOf(now)
  const measure = { amount: parseAmount(quantity) }
  const counter = { metricId, span: 'month', slot: start, start, measure }
  return encodeEffects({ counters: [counter], accruals: [] })
}
