import { type Amount, parseAmount, sum } from '../../../src/kernel/amount.ts'
import {
  type Catalog,
  type Feature,
  type MeteredPeriod,
  type Properties,
  planOf,
  type TermsOf,
} from '../catalog.ts'
import type { Customer, Exhaustion, Subscription } from '../state.ts'

/**
 * Terms of a feature and the subscription that grants them. Null means that an override grants
 * them.
 */
export interface GrantedTerms<Type extends Feature['type']> {
  readonly terms: TermsOf<Type>
  readonly subscription: Subscription | null
}

export const givingAccess = (customer: Customer): Subscription[] =>
  customer.subscriptions.filter(({ givesAccess }) => givesAccess)

export const isDenied = (customer: Customer, feature: Feature): boolean =>
  customer.overrides.get(feature.id) === null

/**
 * The terms that a customer has for a feature. An override replaces the terms of all subscriptions.
 */
export function grantedTerms<Type extends Feature['type']>(
  catalog: Catalog,
  customer: Customer,
  feature: Feature & { type: Type },
): GrantedTerms<Type>[] {
  const override = customer.overrides.get(feature.id)
  if (override !== undefined) {
    return override ? [{ terms: override as TermsOf<Type>, subscription: null }] : []
  }
  return givingAccess(customer).flatMap((subscription) =>
    planOf(catalog, subscription)
      .entitlements.filter(({ featureSlug }) => featureSlug === feature.slug)
      .map((terms) => ({ terms: terms as TermsOf<Type>, subscription })),
  )
}

/** A limit and the oldest subscription that grants it. */
export interface Allowance {
  readonly period: MeteredPeriod
  readonly limit: Amount
  readonly subscription: Subscription | null
}

export interface MeteredRight {
  readonly isUnlimited: boolean
  readonly isSoft: boolean
  readonly allowances: readonly Allowance[]
}

/**
 * Adds up terms of the same mode and period into one allowance. Unlimited terms remove every limit.
 */
export function meteredRight(granted: readonly GrantedTerms<'metered'>[]): MeteredRight {
  const isUnlimited = granted.some(({ terms }) => terms.mode === 'unlimited')
  const limited = isUnlimited ? [] : granted
  const groups = Map.groupBy(limited, ({ terms }) => `${terms.mode} ${terms.period}`)
  return {
    isUnlimited,
    isSoft: granted.some(({ terms }) => terms.limit === 'soft'),
    allowances: [...groups.values()].map((group) => ({
      period: group[0]?.terms.period ?? 'billing_period',
      limit: sum(group.map(({ terms }) => parseAmount(terms.value ?? 0))),
      subscription: group[0]?.subscription ?? null,
    })),
  }
}

/** The most lenient exhaustion rule of all terms. Without terms, no overdraft is allowed. */
export function exhaustionRule(granted: readonly GrantedTerms<'credit'>[]): Exhaustion {
  const rules = granted.map(({ terms }) => terms.onExhausted)
  if (rules.includes('invoice')) return 'invoice'
  return rules.includes('overdraft') ? 'overdraft' : 'block'
}

/** The credit cost of one unit of a feature, which depends on the properties of the event. */
export function unitCost(
  feature: Feature,
  granted: readonly GrantedTerms<'credit'>[],
  properties: Properties,
): Amount {
  const ownCost = granted.findLast(({ terms }) => terms.creditCost !== null)?.terms.creditCost
  const cost = ownCost ?? feature.creditCost
  const rule = cost?.rules.find(({ where }) =>
    Object.entries(where).every(([name, value]) => properties[name] === value),
  )
  return parseAmount(rule?.perUnit ?? cost?.perUnit ?? '0')
}
