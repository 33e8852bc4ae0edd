import { type Amount, add, parseAmount } from '../../../kernel/amount.ts'
import type { EntitlementTerms } from '../../catalog/index.ts'
import type { MeteredPeriod } from '../meters/span.core.ts'
import type { SubscriptionRight } from './rights.core.ts'

/** The terms of a metered feature and whose they are. */
export interface MeteredTerms {
  readonly terms: Extract<EntitlementTerms, { type: 'metered' }>
  readonly subscription: SubscriptionRight | null
}

/** So much in each period. */
interface Allowance {
  readonly mode: 'quota' | 'rate'
  readonly period: MeteredPeriod
  readonly limit: Amount
  /** The oldest subscription that gives it, whose billing period counts; null: an override's. */
  readonly subscription: SubscriptionRight | null
}

export interface Allowances {
  readonly unlimited: boolean
  /** Counts beyond its limit and lets through. */
  readonly soft: boolean
  /** None when unlimited. */
  readonly allowances: readonly Allowance[]
}

/**
 * What the terms of a metered feature allow together. Those of the same mode and period add up,
 * those of another are allowances of their own, and unlimited wins.
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
