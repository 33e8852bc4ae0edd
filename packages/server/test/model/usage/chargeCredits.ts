import { type Amount, add, divide, isZero, multiply, ZERO } from '../../../src/kernel/amount.ts'
import { type Catalog, type Feature, featuresOn } from '../catalog.ts'
import { balanceOf, openWallet, settle, take } from '../credits/wallet.ts'
import {
  exhaustionRule,
  givingAccess,
  grantedTerms,
  isDenied,
  unitCost,
} from '../entitlements/rights.ts'
import type { Customer, UsageEvent } from '../state.ts'
import type { Contribution } from './tallies.ts'

export interface CreditCharge {
  /** The first charged feature, or null if no credit feature applies. */
  readonly feature: Feature | null
  readonly deducted: Amount
  readonly balance: Amount | null
  /** Units that credits did not cover, by feature id. Uncharged features are absent. */
  readonly uncovered: ReadonlyMap<string, Amount>
}

/** Charges an event to the wallet of its currency: one debit for each feature, in order. */
export function chargeCredits(
  catalog: Catalog,
  customer: Customer,
  contributions: readonly Contribution[],
  raises: ReadonlyMap<string, Amount>,
  { id: usageEventId, properties }: Pick<UsageEvent, 'id' | 'properties'>,
  now: Date,
): CreditCharge | 'insufficient_credits' | 'account_frozen' {
  const applicable = creditFeatures(catalog, customer, contributions)
  const first = isPayAsYouGo(customer)
    ? (applicable.find(({ creditCurrencyId }) => customer.wallets.has(creditCurrencyId ?? '')) ??
      applicable[0])
    : applicable[0]
  const uncovered = new Map<string, Amount>()
  let deducted = ZERO
  for (const feature of applicable) {
    if (!first?.creditCurrencyId || feature.creditCurrencyId !== first.creditCurrencyId) continue
    const contribution = contributions.find(({ metric }) => metric.id === feature.metricId)
    if (!contribution) continue
    const granted = grantedTerms(catalog, customer, { ...feature, type: 'credit' })
    const perUnit = unitCost(feature, granted, properties)
    const amount = multiply(perUnit, billableUnits(contribution, raises))
    const rule = exhaustionRule(granted)
    const wallet = customer.wallets.get(first.creditCurrencyId)
    uncovered.set(feature.id, ZERO)
    if (isZero(amount)) continue
    if (wallet && wallet.status !== 'active') return 'account_frozen'
    let rest = amount
    if (wallet || rule === 'overdraft') {
      const target = wallet ?? openWallet(customer, first.creditCurrencyId)
      settle(target, now)
      const cause = { now, reason: 'USAGE_DEDUCTION', featureId: feature.id, usageEventId }
      const debit = take(target, amount, rule, 'DEBIT', cause)
      if (debit === null) return 'insufficient_credits'
      deducted = add(deducted, debit.taken)
      rest = debit.uncovered
    } else if (rule === 'block') return 'insufficient_credits'
    uncovered.set(feature.id, divide(rest, perUnit))
  }
  const wallet = customer.wallets.get(first?.creditCurrencyId ?? '')
  if (wallet) settle(wallet, now)
  return {
    feature: first ?? null,
    deducted,
    balance: wallet ? balanceOf(wallet) : null,
    uncovered,
  }
}

const isPayAsYouGo = (customer: Customer): boolean => givingAccess(customer).length === 0

/**
 * The credit features of the customer's subscriptions. Without a subscription, every active credit
 * feature is available for prepaid credits.
 */
const creditFeatures = (
  catalog: Catalog,
  customer: Customer,
  contributions: readonly Contribution[],
): Feature[] =>
  featuresOn(
    catalog,
    contributions.map(({ metric }) => metric.id),
    'credit',
  ).filter((feature) =>
    grantedTerms(catalog, customer, { ...feature, type: 'credit' }).length > 0
      ? true
      : isPayAsYouGo(customer) && feature.status === 'active' && !isDenied(customer, feature),
  )

const billableUnits = (
  { metric, units }: Contribution,
  raises: ReadonlyMap<string, Amount>,
): Amount =>
  metric.aggregation === 'count' || metric.aggregation === 'sum'
    ? units
    : (raises.get(metric.id) ?? ZERO)
