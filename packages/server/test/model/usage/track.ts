import { type Amount, add, compare, sum, ZERO } from '../../../src/kernel/amount.ts'
import { type Catalog, type Feature, featuresOn, matches } from '../catalog.ts'
import { dayOf, isPositive } from '../credits/wallet.ts'
import { grantedTerms, meteredRight } from '../entitlements/rights.ts'
import { type Customer, nextId, type TallyChange, type UsageEvent } from '../state.ts'
import { accrue, chargesOf, isClosed } from './accrue.ts'
import { chargeCredits } from './chargeCredits.ts'
import {
  type Contribution,
  contributionOf,
  count,
  counterAt,
  isPast,
  type Meter,
  meterOf,
  metersOf,
} from './tallies.ts'

export interface TrackedEvent {
  readonly eventName: string
  readonly quantity: Amount
  readonly properties: UsageEvent['properties']
  readonly timestamp: Date | null
  readonly idempotencyKey: string | null
  readonly payload: string
}

export type Rejection =
  | 'customer_not_found'
  | 'invalid_event'
  | 'unknown_event'
  | 'insufficient_credits'
  | 'limit_exceeded'
  | 'account_frozen'
  | 'timestamp_out_of_range'
  | 'idempotency_key_reused'

export interface AcceptedEvent {
  readonly status: 'accepted' | 'duplicate'
  readonly event: UsageEvent
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Records one event with all its effects. After a rejection, discard the customer: it may be half
 * changed.
 */
export function track(
  catalog: Catalog,
  customer: Customer,
  event: TrackedEvent,
  now: Date,
): AcceptedEvent | { readonly rejected: Rejection } {
  const first = customer.events.find(
    ({ idempotencyKey }) => idempotencyKey !== null && idempotencyKey === event.idempotencyKey,
  )
  if (first) {
    return first.payload === event.payload
      ? { status: 'duplicate', event: first }
      : { rejected: 'idempotency_key_reused' }
  }
  const at = event.timestamp ?? now
  if (at.getTime() > now.getTime() + HOUR_MS) return { rejected: 'timestamp_out_of_range' }
  const matchingMetrics = catalog.metrics.filter(({ eventName }) => eventName === event.eventName)
  if (matchingMetrics.length === 0) return { rejected: 'unknown_event' }
  const all = matchingMetrics
    .filter(({ filter }) => matches(filter, event.properties))
    .map((metric) => contributionOf(metric, event.quantity, event.properties))
  if (all.includes('invalid')) return { rejected: 'invalid_event' }
  const contributions = all.filter((each) => each !== null && each !== 'invalid')
  const charges = chargesOf(catalog, customer, contributions, event.properties)
  if (charges.some((charge) => isClosed(catalog, customer, charge, at, now))) {
    return { rejected: 'timestamp_out_of_range' }
  }
  if (exceedsLimit(catalog, customer, contributions, at, now)) return { rejected: 'limit_exceeded' }

  noteLimitsReached(catalog, customer, contributions, at, now)

  const id = nextId(customer, 'event')
  const raises = new Map<string, Amount>()
  const counts = contributions.flatMap((contribution) =>
    metersOf(catalog, customer, contribution.metric.id).map((meter, index) => {
      const { change, raise } = countIn(customer, contribution, meter, at, now)
      if (index === 0) raises.set(contribution.metric.id, raise)
      return change
    }),
  )
  const credits = chargeCredits(
    catalog,
    customer,
    contributions,
    raises,
    { id, properties: event.properties },
    now,
  )
  if (typeof credits === 'string') return { rejected: credits }
  const accruals = charges.map((each) => accrue(catalog, customer, each, credits, at))
  const day = `${dayOf(at)} ${event.eventName}`
  customer.usageDays.set(day, add(customer.usageDays.get(day) ?? ZERO, event.quantity))
  const metered = meteredFeatures(catalog, customer, contributions)
  const recorded: UsageEvent = {
    id,
    eventName: event.eventName,
    quantity: event.quantity,
    properties: event.properties,
    occurredAt: at,
    createdAt: now,
    idempotencyKey: event.idempotencyKey,
    payload: event.payload,
    flow: flowOf({
      hasCredit: credits.feature !== null,
      deducted: credits.deducted,
      hasCharge: charges.length > 0,
      accrued: sum(accruals.map(({ units }) => units)),
      isMetered: metered.length > 0,
    }),
    featureSlug: credits.feature?.slug ?? metered[0]?.slug ?? null,
    creditCurrencyId: credits.feature?.creditCurrencyId ?? null,
    creditsDeducted: credits.deducted,
    creditBalance: credits.balance,
    tallyChanges: [...counts, ...accruals],
    reversedAt: null,
  }
  customer.events.push(recorded)
  return { status: 'accepted', event: recorded }
}

// --- counters ---

const meteredFeatures = (
  catalog: Catalog,
  customer: Customer,
  contributions: readonly Contribution[],
): Feature[] =>
  featuresOn(
    catalog,
    contributions.map(({ metric }) => metric.id),
    'metered',
  ).filter((feature) => grantedTerms(catalog, customer, { ...feature, type: 'metered' }).length > 0)

/** Each limit of each metered feature, with the values before and after the event. */
const limitsOf = (
  catalog: Catalog,
  customer: Customer,
  contributions: readonly Contribution[],
  at: Date,
  now: Date,
) =>
  contributions.flatMap((contribution) =>
    meteredFeatures(catalog, customer, [contribution]).map((feature) => {
      const right = meteredRight(grantedTerms(catalog, customer, { ...feature, type: 'metered' }))
      const limits = right.allowances.map((allowance) => {
        const meter = meterOf(catalog, customer, allowance)
        const { name, counter } = counterAt(customer, contribution.metric.id, meter, at, now)
        const before = counter.value
        count(counter, contribution, at)
        const isKept = !isPast(customer, name, counter)
        return { limit: allowance.limit, before, after: counter.value, isKept }
      })
      return { feature, isHard: !right.isUnlimited && !right.isSoft, limits }
    }),
  )

/** Checks whether some feature has only hard limits and none of them has room for the event. */
const exceedsLimit = (...event: Parameters<typeof limitsOf>): boolean =>
  limitsOf(...event).some(
    ({ isHard, limits }) => isHard && limits.every(({ limit, after }) => compare(after, limit) > 0),
  )

/** Records one entry per event and feature, even if the event reaches several limits. */
function noteLimitsReached(...event: Parameters<typeof limitsOf>): void {
  const [, customer] = event
  const reached = limitsOf(...event).filter(({ limits }) =>
    limits.some(
      ({ isKept, limit, before, after }) =>
        isKept && compare(before, limit) < 0 && compare(after, limit) >= 0,
    ),
  )
  customer.limitsReached = [
    ...customer.limitsReached,
    ...reached.map(({ feature }) => feature.slug),
  ]
}

function countIn(
  customer: Customer,
  contribution: Contribution,
  meter: Meter,
  at: Date,
  now: Date,
): { change: TallyChange; raise: Amount } {
  const { metric, units, member } = contribution
  const { name, counter } = counterAt(customer, metric.id, meter, at, now)
  const raise = count(counter, contribution, at)
  if (!isPast(customer, name, counter)) customer.counters.set(name, counter)
  const change = {
    target: 'counter' as const,
    name,
    periodStart: counter.periodStart,
    units,
    member,
  }
  return { change, raise: isPositive(raise) ? raise : ZERO }
}

function flowOf(facts: {
  hasCredit: boolean
  deducted: Amount
  hasCharge: boolean
  accrued: Amount
  isMetered: boolean
}): UsageEvent['flow'] {
  const isAccrued = isPositive(facts.accrued)
  if (isPositive(facts.deducted) && isAccrued) return 'credit_and_invoice'
  if (isAccrued) return 'invoice'
  if (facts.hasCredit) return 'credit'
  if (facts.hasCharge) return 'invoice'
  return facts.isMetered ? 'meter' : 'none'
}
