import type { Plan, PlanEntitlement, ResponseOf, subscriptionEndpoints } from '@purser/contract'
import { seatTerms } from '../../catalog/core.ts'
import { type BilledPlan, recurringAmount } from '../period/chargeLines.core.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

export type ChangeDirection = 'upgrade' | 'downgrade' | 'lateral'

/** Mean length of an interval. A month is a twelfth of 365.2425 days. */
const SECONDS = {
  day: 86_400n,
  week: 604_800n,
  month: 2_629_746n,
  year: 31_556_952n,
  // A plan without an interval has no recurring price, so any length works.
  none: 1n,
} as const satisfies Record<Plan['interval'], bigint>

/**
 * Compares the plans' prices over the same time. If the prices are equal, it compares the
 * entitlements.
 */
export function directionOf(before: ComparablePlan, after: ComparablePlan): ChangeDirection {
  const oldPrice = BigInt(recurringAmount(before)) * lengthOf(after)
  const newPrice = BigInt(recurringAmount(after)) * lengthOf(before)
  if (newPrice !== oldPrice) return newPrice > oldPrice ? 'upgrade' : 'downgrade'
  const changes = entitlementChanges(before, after).map(({ change }) => change)
  const hasGain = changes.some((change) => change === 'added' || change === 'increased')
  const hasLoss = changes.some((change) => change === 'removed' || change === 'decreased')
  return hasGain === hasLoss ? 'lateral' : hasGain ? 'upgrade' : 'downgrade'
}

const lengthOf = ({ plan: { interval, intervalCount } }: ComparablePlan): bigint =>
  SECONDS[interval] * BigInt(intervalCount)

export type ChangeTiming = 'now' | 'period_end'

/**
 * Decides when a change takes effect if the request does not. A downgrade waits, because the
 * customer has paid for the rest of the period. Without a period end, every change takes effect
 * now.
 */
export function timingOf(
  { currentPeriodEnd }: Pick<SubscriptionRecord, 'currentPeriodEnd'>,
  direction: ChangeDirection,
  when: ChangeTiming | undefined,
): ChangeTiming {
  if (currentPeriodEnd === null) return 'now'
  return when ?? (direction === 'downgrade' ? 'period_end' : 'now')
}

type EntitlementChange = ResponseOf<
  typeof subscriptionEndpoints.previewSubscriptionChange
>['entitlementChanges'][number]

/** A subscription's plan, with its price and its entitlements. */
export interface ComparablePlan extends BilledPlan {
  readonly plan: Pick<Plan, 'interval' | 'intervalCount' | 'entitlements'>
  /** The types of features that are sold by the seat, by slug. */
  readonly seatTypes: Readonly<Record<string, 'metered' | 'config'>>
}

/** Lists the entitlements that are added, removed or changed, in the order of the plans. */
export function entitlementChanges(
  before: ComparablePlan,
  after: ComparablePlan,
): EntitlementChange[] {
  const entitlementsBefore = new Map(entitlementsOf(before).map((each) => [each.featureSlug, each]))
  const entitlementsAfter = new Map(entitlementsOf(after).map((each) => [each.featureSlug, each]))
  return [...new Set([...entitlementsBefore.keys(), ...entitlementsAfter.keys()])].flatMap(
    (featureSlug) => {
      const old = entitlementsBefore.get(featureSlug) ?? null
      const next = entitlementsAfter.get(featureSlug) ?? null
      const change = changeOf(old, next)
      const type = (next ?? old)?.type
      return change === null || type === undefined
        ? []
        : [{ featureSlug, type, change, before: old, after: next }]
    },
  )
}

/** For a feature sold by the seat, the entitlement equals the number of paid seats. */
function entitlementsOf({
  plan,
  charges,
  quantities,
  seatTypes,
}: ComparablePlan): PlanEntitlement[] {
  const entitlements = new Map(plan.entitlements.map((each) => [each.featureSlug, each]))
  for (const { featureSlug, quantity } of charges) {
    const type = featureSlug === null ? undefined : seatTypes[featureSlug]
    if (featureSlug === null || type === undefined) continue
    const count = quantities[featureSlug] ?? quantity ?? 1
    const terms = seatTerms(type, count, entitlements.get(featureSlug))
    entitlements.set(featureSlug, { ...terms, featureSlug } as PlanEntitlement)
  }
  return [...entitlements.values()]
}

type Change = EntitlementChange['change']

function changeOf(before: PlanEntitlement | null, after: PlanEntitlement | null): Change | null {
  if (!before || !after) return before ? 'removed' : after ? 'added' : null
  if (before.type === 'metered' && after.type === 'metered') return meteredChange(before, after)
  if (before.type === 'config' && after.type === 'config') return valueChange(before, after)
  if (before.type === 'enum' && after.type === 'enum') return setChange(before.values, after.values)
  return JSON.stringify(before) === JSON.stringify(after) ? null : 'changed'
}

type Metered = Extract<PlanEntitlement, { type: 'metered' }>

function meteredChange(before: Metered, after: Metered): Change | null {
  if (before.mode !== after.mode) {
    return before.mode === 'unlimited'
      ? 'decreased'
      : after.mode === 'unlimited'
        ? 'increased'
        : 'changed'
  }
  if (before.period !== after.period) return 'changed'
  if (before.value !== after.value) return compareValues(before.value ?? 0, after.value ?? 0)
  if (before.limit === after.limit) return null
  return after.limit === 'soft' ? 'increased' : 'decreased'
}

type Config = Extract<PlanEntitlement, { type: 'config' }>

function valueChange({ value: before }: Config, { value: after }: Config): Change | null {
  if (before === after) return null
  return typeof before === 'number' && typeof after === 'number'
    ? compareValues(before, after)
    : 'changed'
}

function setChange(before: readonly string[], after: readonly string[]): Change | null {
  const hasLoss = before.some((value) => !after.includes(value))
  const hasGain = after.some((value) => !before.includes(value))
  if (hasLoss && hasGain) return 'changed'
  return hasGain ? 'increased' : hasLoss ? 'decreased' : null
}

const compareValues = (before: number, after: number): Change =>
  after > before ? 'increased' : 'decreased'
