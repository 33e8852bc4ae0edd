import {
  type Amount,
  add,
  compare,
  divide,
  isZero,
  multiply,
  ZERO,
} from '../../../src/kernel/amount.ts'
import { type Catalog, featureBySlug, planOf } from '../catalog.ts'
import { exhaustionRule, givingAccess, grantedTerms, unitCost } from '../entitlements/rights.ts'
import {
  type Answer,
  type Handlers,
  type Operation,
  type OperationOf,
  ok,
  refused,
} from '../operation.ts'
import { type Customer, nextId, type Reservation } from '../state.ts'
import { accrueShortfall } from '../usage/accrue.ts'
import { grantPlanCredits, type PlanGrant, rollOver } from './planGrants.ts'
import { renderAdjustment, renderGrant, renderReservation } from './render.ts'
import { capture, extend, type HoldRequest, openReservation, reserve } from './reservations.ts'
import {
  balanceOf,
  dayOf,
  emitIfDepleted,
  giveGrant,
  heldOfGrant,
  isExpired,
  isPositive,
  moveCredits,
  negate,
  openWallet,
  releaseParts,
  settle,
  take,
} from './wallet.ts'

type Kind =
  | 'grant'
  | 'void'
  | 'adjust'
  | 'reserve'
  | 'extend'
  | 'capture'
  | 'release'
  | 'grantPlanCredits'
  | 'rollOver'

const DEFAULT_PRIORITY = 100
const REASON = 'MANUAL_ADJUSTMENT'

/** Operations that change credits, except usage. */
export const creditHandlers: Handlers<Kind> = {
  grant: ({ customer, now }, { creditCurrencyId, amount, reason, priority, expiresAt }) => {
    const wallet = openWallet(customer, creditCurrencyId)
    settle(wallet, now)
    const newGrant = {
      reason,
      amount,
      priority: priority ?? DEFAULT_PRIORITY,
      expiresAt: expiresAt ?? null,
    }
    return ok(renderGrant(customer, wallet, giveGrant(wallet, newGrant, now)))
  },

  void: ({ customer, now }, { grantId }) => {
    for (const wallet of customer.wallets.values()) {
      const grant = wallet.grants.find(({ id }) => id === grantId)
      if (!grant) continue
      if (wallet.status !== 'active') return refused('invalid_state')
      settle(wallet, now)
      const isSpent = !isPositive(grant.remaining) && !isPositive(heldOfGrant(wallet, grantId))
      if (grant.voidedAt || isExpired(grant, now) || isSpent) return refused('invalid_state')
      const before = balanceOf(wallet)
      moveCredits(wallet, 'DEBIT', grant, grant.remaining, { now, reason: 'VOID' })
      emitIfDepleted(wallet, before)
      grant.voidedAt = now
      return ok(renderGrant(customer, wallet, grant))
    }
    return refused('not_found')
  },

  adjust: ({ customer, now }, { creditCurrencyId, amount }) => {
    const wallet = openWallet(customer, creditCurrencyId)
    settle(wallet, now)
    const before = wallet.ledger.length
    if (compare(amount, ZERO) > 0) {
      const newGrant = { reason: REASON, amount, priority: DEFAULT_PRIORITY, expiresAt: null }
      giveGrant(wallet, newGrant, now, 'ADJUSTMENT')
    } else {
      if (wallet.status !== 'active') return refused('invalid_state')
      const cause = { now, reason: REASON }
      if (!take(wallet, negate(amount), 'block', 'ADJUSTMENT', cause)) {
        return refused('insufficient_credits')
      }
    }
    return ok(renderAdjustment(customer, wallet, wallet.ledger.slice(before), amount))
  },

  reserve: ({ catalog, customer, now }, operation) => {
    const request = holdRequest(catalog, customer, operation)
    if (!('rule' in request)) return request
    const held = reserve(customer, request, now)
    if (typeof held === 'string') return refused(held)
    return ok(renderReservation(customer, held.wallet, held.reservation))
  },

  extend: ({ customer, now }, { reservationId, expiresInSeconds }) => {
    const open = openReservation(customer, reservationId, now)
    if (typeof open === 'string') return refused(open)
    extend(open.reservation, expiresInSeconds, now)
    return ok(renderReservation(customer, open.wallet, open.reservation))
  },

  capture: ({ catalog, customer, now }, { reservationId, amount, final }) => {
    const open = openReservation(customer, reservationId, now)
    if (typeof open === 'string') return refused(open)
    const { wallet, reservation } = open
    const captured = capture(wallet, reservation, { amount, final }, now)
    if (typeof captured === 'string') return refused(captured)
    invoiceShortfall(catalog, customer, reservation, captured.uncovered, now)
    return ok(renderReservation(customer, wallet, reservation))
  },

  release: ({ customer, now }, { reservationId }) => {
    const open = openReservation(customer, reservationId, now)
    if (typeof open === 'string') return refused(open)
    releaseParts(open.wallet, open.reservation, 'released', now)
    return ok(renderReservation(customer, open.wallet, open.reservation))
  },

  grantPlanCredits: ({ catalog, customer, now }, operation) => {
    const request = { ...planGrantOf(catalog, customer, operation), reason: operation.reason }
    const { wallet, grant } = grantPlanCredits(customer, request, now)
    return ok(renderGrant(customer, wallet, grant))
  },

  rollOver: ({ catalog, customer, now }, operation) => {
    const request = { ...planGrantOf(catalog, customer, operation), endedAt: operation.endedAt }
    const rolledOver = rollOver(customer, request, now)
    return ok(rolledOver && renderGrant(customer, rolledOver.wallet, rolledOver.grant))
  },
}

/**
 * Determines the credits to hold. A plain amount is held in full or not at all. For a feature, the
 * exhaustion rule of the feature decides.
 */
function holdRequest(
  catalog: Catalog,
  customer: Customer,
  { of, expiresInSeconds }: OperationOf<'reserve'>,
): HoldRequest | Answer {
  if ('amount' in of) {
    const withoutFeature = { feature: null, quantity: null, unitCost: null, properties: {} }
    return { ...of, ...withoutFeature, rule: 'block', expiresInSeconds }
  }
  const { featureSlug, quantity, properties } = of
  const feature = featureBySlug(catalog, featureSlug)
  if (!feature) return refused('not_found')
  if (feature.type !== 'credit' || !feature.creditCurrencyId) return refused('invalid_request')
  const granted = grantedTerms(catalog, customer, { ...feature, type: 'credit' })
  const isPayAsYouGo = givingAccess(customer).length === 0 && !customer.overrides.has(feature.id)
  if (granted.length === 0 && !isPayAsYouGo) return refused('invalid_state')
  const cost = unitCost(feature, granted, properties)
  return {
    creditCurrencyId: feature.creditCurrencyId,
    amount: multiply(cost, quantity),
    unitCost: cost,
    rule: exhaustionRule(granted),
    feature,
    quantity,
    properties,
    expiresInSeconds,
  }
}

/** Accrues the part of a capture that credits did not cover, as a separate event. */
function invoiceShortfall(
  catalog: Catalog,
  customer: Customer,
  { feature, unitCost: cost, properties }: Reservation,
  uncovered: Amount,
  now: Date,
): void {
  if (!feature || !cost || isZero(cost) || isZero(uncovered)) return
  const units = divide(uncovered, cost)
  const { eventName = '' } = catalog.metrics.find(({ id }) => id === feature.metricId) ?? {}
  customer.events.push({
    id: nextId(customer, 'event'),
    eventName,
    quantity: units,
    properties,
    occurredAt: now,
    createdAt: now,
    idempotencyKey: null,
    payload: '',
    flow: 'invoice',
    featureSlug: feature.slug,
    creditCurrencyId: feature.creditCurrencyId,
    creditsDeducted: ZERO,
    creditBalance: null,
    tallyChanges: accrueShortfall(catalog, customer, feature, { units, properties, at: now }),
    reversedAt: null,
  })
  const day = `${dayOf(now)} ${eventName}`
  customer.usageDays.set(day, add(customer.usageDays.get(day) ?? ZERO, units))
}

function planGrantOf(
  catalog: Catalog,
  customer: Customer,
  operation: Extract<Operation, { rulePosition: number }>,
): PlanGrant {
  const { subscriptionId, rulePosition, periodKey, periodEnd } = operation
  const subscription = customer.subscriptions.find(({ id }) => id === subscriptionId)
  const plan = planOf(catalog, subscription ?? { planId: '' })
  const rule = plan.grantRules[rulePosition]
  if (!rule) throw new Error(`${plan.slug} has no grant rule ${rulePosition}`)
  const version = { planId: plan.id, planVersion: plan.version }
  return { subscriptionId, ...version, rulePosition, rule, periodKey, periodEnd }
}
