import { type Amount, add, parseAmount } from '../../../kernel/amount.ts'
import type { EntitlementTerms } from '../../catalog/core.ts'
import type { MeteredPeriod } from '../meters/span.core.ts'
import type { SubscriptionRight } from './rights.core.ts'

/** The terms of a metered feature, and the subscription that grants them. */
export interface MeteredTerms {
  readonly terms: Extract<EntitlementTerms, { type: 'metered' }>
  readonly subscription: SubscriptionRight | null
}

/** The usage allowed in each period. */
interface Allowance {
  readonly mode: 'quota' | 'rate'
  readonly period: MeteredPeriod
  readonly limit: Amount
  /**
   * The oldest subscription that grants it. Its billing period counts. Null: granted by an
   * override.
   */
  readonly subscription: SubscriptionRight | null
}

export interface Allowances {
  readonly unlimited: boolean
  /** A soft limit counts usage beyond the limit and does not reject it. */
  readonly soft: boolean
  /** Empty when unlimited. */
  readonly allowances: readonly Allowance[]
}

/**
 * Combines the terms of a metered feature. Terms with the same mode and period add up, others stay
 * separate, and unlimited wins.
 */
export function allowancesOf(granted: readonly MeteredTerms[]): Allowances {
  if (granted.some(({ terms }) => terms.mode === 'unlimited')) {
    return { unlimited: true, soft: false, allowances: [] }
  }
  const allowances: Allowance[] = []
  for (const { terms, subscription } of granted) {
    const { mode, period, value } = terms
    if (mode === 'unlimited' || period === null) continue
    const limit = parseAmount(value ?? 0)
    const at = allowances.findIndex((each) => each.mode === mode && each.period === period)
    const alike = allowances[at]
    if (alike) allowances[at] = { ...alike, limit: add(alike.limit, limit) }
    else allowances.push({ mode, period, limit, subscription })
  }
  return { unlimited: false, soft: granted.some(({ terms }) => terms.limit === 'soft'), allowances }
}
