import type { DeniedReason, EntitlementValue, ListedEntitlementValue } from '@purser/contract'
import {
  type Amount,
  add,
  compare,
  isZero,
  multiply,
  parseAmount,
  subtract,
  ZERO,
} from '../../../src/kernel/amount.ts'
import { type Catalog, type Feature, featureBySlug, featuresOn } from '../catalog.ts'
import { toNumber } from '../credits/render.ts'
import { balanceOf, isPositive, settle } from '../credits/wallet.ts'
import { type Customer, copyCustomer, type Wallet } from '../state.ts'
import { counterAt, meterOf, metersOf } from '../usage/tallies.ts'
import { exhaustionRule, givingAccess, grantedTerms, meteredRight, unitCost } from './rights.ts'

export interface Probe {
  readonly featureSlug: string
  readonly requestedUsage?: number
  readonly requestedValues?: readonly string[]
}

const ONE_UNIT = 1

/** Evaluates a feature for the customer at an instant. Returns null for an unknown feature. */
export function probe(
  catalog: Catalog,
  customer: Customer,
  { featureSlug, requestedUsage = ONE_UNIT, requestedValues = [] }: Probe,
  now: Date,
): ListedEntitlementValue | null {
  const feature = featureBySlug(catalog, featureSlug)
  if (!feature) return null
  const usage = parseAmount(requestedUsage)
  return { ...evaluate(catalog, customer, feature, usage, requestedValues, now), featureSlug }
}

function evaluate(
  catalog: Catalog,
  customer: Customer,
  feature: Feature,
  requested: Amount,
  requestedValues: readonly string[],
  now: Date,
): EntitlementValue {
  const hasTerms = grantedTerms(catalog, customer, feature).length > 0
  const reasonIfMissing: DeniedReason =
    customer.overrides.has(feature.id) || givingAccess(customer).length > 0
      ? 'no_entitlement'
      : 'no_active_subscription'
  switch (feature.type) {
    case 'boolean':
      return hasTerms
        ? { type: 'boolean', access: true }
        : denied({ type: 'boolean' }, reasonIfMissing)
    case 'config': {
      const granted = grantedTerms(catalog, customer, { ...feature, type: 'config' })
      const value = granted.at(-1)?.terms.value ?? null
      return hasTerms
        ? { type: 'config', access: true, value }
        : denied({ type: 'config', value }, reasonIfMissing)
    }
    case 'enum': {
      const granted = grantedTerms(catalog, customer, { ...feature, type: 'enum' })
      const enumValues = [...new Set(granted.flatMap(({ terms }) => terms.values))]
      const allowed = hasTerms && requestedValues.every((value) => enumValues.includes(value))
      return allowed
        ? { type: 'enum', access: true, enumValues }
        : denied({ type: 'enum', enumValues }, hasTerms ? 'no_entitlement' : reasonIfMissing)
    }
    case 'metered':
      return meteredValue(catalog, customer, feature, requested, reasonIfMissing, now)
    case 'credit':
      return creditValue(catalog, customer, feature, requested, reasonIfMissing, now)
  }
}

const denied = <T extends object>(value: T, deniedReason: DeniedReason) => ({
  ...value,
  access: false as const,
  deniedReason,
})

function creditValue(
  catalog: Catalog,
  customer: Customer,
  feature: Feature,
  requested: Amount,
  reasonIfMissing: DeniedReason,
  now: Date,
): EntitlementValue {
  const wallet = settledWallet(customer, feature.creditCurrencyId ?? '', now)
  const balance = wallet ? balanceOf(wallet) : null
  const value = { type: 'credit' as const, creditBalance: toNumber(balance ?? ZERO) }
  const granted = grantedTerms(catalog, customer, { ...feature, type: 'credit' })
  if (granted.length === 0 && (reasonIfMissing === 'no_entitlement' || balance === null)) {
    return denied(value, reasonIfMissing)
  }
  if (wallet && wallet.status !== 'active') return denied(value, 'credit_exhausted')
  const cost = multiply(unitCost(feature, granted, {}), requested)
  const covered = isZero(cost) || compare(balance ?? ZERO, cost) >= 0
  return covered || exhaustionRule(granted) !== 'block'
    ? { ...value, access: true }
    : denied(value, 'credit_exhausted')
}

/** A settled copy of the wallet, or null if there is none. */
function settledWallet(customer: Customer, creditCurrencyId: string, now: Date): Wallet | null {
  const wallet = copyCustomer(customer).wallets.get(creditCurrencyId)
  if (wallet) settle(wallet, now)
  return wallet ?? null
}

function meteredValue(
  catalog: Catalog,
  customer: Customer,
  feature: Feature,
  requested: Amount,
  reasonIfMissing: DeniedReason,
  now: Date,
): EntitlementValue {
  const metricId = feature.metricId ?? ''
  const granted = grantedTerms(catalog, customer, { ...feature, type: 'metered' })
  const none = { type: 'metered' as const, remaining: 0, usage: 0, limit: 0, percentage: 0 }
  if (granted.length === 0) {
    return denied({ ...none, isUnlimited: false, nextResetAt: null }, reasonIfMissing)
  }
  const right = meteredRight(granted)
  const meters = right.isUnlimited
    ? metersOf(catalog, customer, metricId).slice(0, 1)
    : right.allowances.map((allowance) => meterOf(catalog, customer, allowance))
  const shown = meters
    .map((meter, index) => {
      const { counter } = counterAt(customer, metricId, meter, now, now)
      const limit = right.isUnlimited ? ZERO : (right.allowances[index]?.limit ?? ZERO)
      return { counter, limit, left: subtract(limit, counter.value) }
    })
    .reduce((most, next) => (compare(next.left, most.left) > 0 ? next : most))
  const usage = toNumber(shown.counter.value)
  const nextResetAt = shown.counter.periodEnd?.toISOString() ?? null
  if (right.isUnlimited) {
    return { ...none, access: true, usage, isUnlimited: true, nextResetAt: null }
  }
  const value = {
    ...none,
    usage,
    limit: toNumber(shown.limit),
    remaining: isPositive(shown.left) ? toNumber(shown.left) : 0,
    percentage: percentageOf(shown.counter.value, shown.limit),
    isUnlimited: false,
    nextResetAt,
  }
  const hasRoom = compare(add(shown.counter.value, requested), shown.limit) <= 0
  return right.isSoft || hasRoom ? { ...value, access: true } : denied(value, 'usage_exceeded')
}

/** A limit of zero counts as fully used. */
const percentageOf = (usage: Amount, limit: Amount): number =>
  isPositive(limit) ? (toNumber(usage) / toNumber(limit)) * 100 : 100

/**
 * The usage of a metric in the period that the API shows, which is the period of the first metered
 * feature.
 */
export function meterReading(catalog: Catalog, customer: Customer, metricId: string, now: Date) {
  const first = featuresOn(catalog, [metricId], 'metered')
    .map((feature) => grantedTerms(catalog, customer, { ...feature, type: 'metered' }))
    .find((granted) => granted.length > 0)
  const right = first && meteredRight(first)
  const [allowance] = right?.allowances ?? []
  const [shown] = metersOf(catalog, customer, metricId)
  const meter = allowance ? meterOf(catalog, customer, allowance) : shown
  const usage = meter ? counterAt(customer, metricId, meter, now, now).counter.value : ZERO
  return {
    usage: toNumber(usage),
    limit: allowance ? toNumber(allowance.limit) : null,
    isUnlimited: !allowance,
    percentage: allowance ? Math.min(100, percentageOf(usage, allowance.limit)) : 0,
  }
}
