import { type Amount, isZero, toNearestNumber, ZERO } from '../../../kernel/amount.ts'
import { compareByDisplayOrder } from '../../catalog/core.ts'
import type { Measure } from '../meters/measure.core.ts'
import {
  type Accrual,
  accrualMapKey,
  accrualMember,
  memberMapKey,
  type Tallies,
  tallyAfter,
} from '../meters/tallies.core.ts'
import { countEvent, limitsReached, movesOf, refuseCount } from './count.core.ts'
import type { AccrualEffect, CounterEffect, Effects } from './effects.core.ts'
import { type FeaturePrice, payForEvent, priceInCredits, type Wallets } from './pay.core.ts'
import type { PlannedEvent, PlannedMetric, Rejection } from './planEvent.core.ts'

export type Flow = 'credit' | 'invoice' | 'credit_and_invoice' | 'meter' | 'none'

/** An accepted event and its effects. */
export interface AppliedEvent {
  flow: Flow
  featureId: string | null
  creditCurrencyId: string | null
  accountId: string | null
  creditsDeducted: Amount
  creditBalance: Amount | null
  firstSeq: number | null
  lastSeq: number | null
  effects: Effects
  messages: { type: string; data: unknown }[]
}

/**
 * Applies one event to the wallet, the counters and the accruals, or rejects it and leaves them
 * unchanged. Due expirations in the wallet are applied in both cases.
 */
export function applyEvent(
  planned: PlannedEvent,
  eventId: string,
  book: Tallies,
  wallets: Wallets,
): AppliedEvent | Rejection {
  const moves = planned.metrics.map((metric) => movesOf(book, planned, metric))
  for (const [at, metric] of planned.metrics.entries()) {
    const refused = refuseCount(metric, moves[at] ?? [])
    if (refused) return refused
  }
  const priced = priceInCredits(planned, moves, wallets)
  const paid = payForEvent(planned, eventId, priced, wallets)
  if ('reason' in paid) return paid
  const counters: CounterEffect[] = []
  const accruals: AccrualEffect[] = []
  const messages: AppliedEvent['messages'] = []
  for (const [at, metric] of planned.metrics.entries()) {
    for (const { limit, amount, move } of limitsReached(metric, moves[at] ?? [])) {
      messages.push({
        type: 'entitlement.limit_reached',
        data: {
          featureSlug: limit.feature.slug,
          metricId: metric.route.metric.id,
          limit: toNearestNumber(amount),
          usage: toNearestNumber(move.after.value),
          periodEnd: move.span.end?.toISOString() ?? null,
        },
      })
    }
    counters.push(...countEvent(book, metric, moves[at] ?? []))
    accruals.push(...accrue(book, planned, metric, paid.uncoveredUnits))
  }
  return {
    flow: flowOf(planned, priced, paid.deducted, accruals),
    featureId: featureOf(planned, priced),
    creditCurrencyId: priced[0]?.charge.currencyId ?? null,
    accountId: paid.wallet?.id ?? null,
    creditsDeducted: paid.deducted,
    creditBalance: paid.wallet?.balance ?? null,
    firstSeq: paid.firstSeq,
    lastSeq: paid.lastSeq,
    effects: { counters, accruals },
    messages,
  }
}

/** Adds the event to the accruals of the customer's subscriptions and returns the effects. */
function accrue(
  book: Tallies,
  { customer, occurredAt }: PlannedEvent,
  { route, measure, accruals }: PlannedMetric,
  uncoveredUnits: ReadonlyMap<string, Amount>,
): AccrualEffect[] {
  return accruals.flatMap(({ charge, span }): AccrualEffect[] => {
    const uncovered = charge.overflowOf === null ? undefined : uncoveredUnits.get(charge.overflowOf)
    if (uncovered && isZero(uncovered)) return []
    const subscription = customer.rights.subscriptions[charge.subscription]
    if (!subscription) return []
    const added: Measure = uncovered ? { amount: uncovered } : measure
    const { environmentId, customerId, bucket } = customer
    const key = {
      environmentId,
      subscriptionId: subscription.id,
      chargeId: charge.id,
      periodStart: span.start,
    }
    const accrual: Accrual = book.accruals.get(accrualMapKey(key)) ?? {
      ...key,
      customerId,
      bucket,
      metricId: route.metric.id,
      periodEnd: span.end,
      value: ZERO,
      latestAt: null,
    }
    book.accruals.set(accrualMapKey(key), accrual)
    const member = 'member' in added ? accrualMember(accrual, added.member) : null
    const isNew = member !== null && !book.members.has(memberMapKey(member))
    if (member && isNew) {
      book.members.add(memberMapKey(member))
      book.newMembers.push(member)
    }
    Object.assign(accrual, tallyAfter(route.metric, accrual, added, occurredAt, isNew))
    book.changedAccruals.add(accrual)
    return [
      {
        subscriptionId: subscription.id,
        chargeId: charge.id,
        metricId: route.metric.id,
        start: span.start,
        measure: added,
      },
    ]
  })
}

function flowOf(
  { metrics }: PlannedEvent,
  priced: readonly FeaturePrice[],
  deducted: Amount,
  accruals: readonly AccrualEffect[],
): Flow {
  const invoiced = accruals.some(({ measure }) => 'member' in measure || !isZero(measure.amount))
  if (priced.length > 0 && invoiced) return isZero(deducted) ? 'invoice' : 'credit_and_invoice'
  if (priced.length > 0) return 'credit'
  if (accruals.length > 0) return 'invoice'
  return metrics.some(({ route }) => route.metered) ? 'meter' : 'none'
}

/**
 * The feature named in the result: the first one paid in credits, or else the first metered one.
 */
function featureOf({ metrics }: PlannedEvent, priced: readonly FeaturePrice[]): string | null {
  const [paid] = priced
  if (paid) return paid.charge.feature.id
  const metered = metrics.flatMap(({ route }) => (route.metered ? [route.metered] : []))
  return metered.sort(compareByDisplayOrder)[0]?.id ?? null
}
