import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { advanceLines, firstLines, issue, periodFrom } from '../invoicing/bill.ts'
import { countBill, discountOn, dropUsedUp } from '../invoicing/coupons.ts'
import { WHOLE } from '../invoicing/prices.ts'
import type { Customer, Subscription } from '../state.ts'
import { closeUsage } from './arrears.ts'
import type { Contract, Line } from './billing.ts'
import { start } from './creation.ts'
import { itemsOf } from './items.ts'
import { cadenceOf, drip, giveCredits, nextDrip } from './periodCredits.ts'
import { contractOf, emitSubscriptionMessage } from './renderBilling.ts'
import { end, setStatus } from './subscriptions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The merchant is notified this long before a trial ends. */
const NOTICE_MS = 3 * DAY_MS

export type Step = 'start' | 'expire' | 'noticeTrialEnd' | 'cancel' | 'endTrial' | 'renew' | 'drip'

const ORDER: readonly Step[] = [
  'start',
  'expire',
  'noticeTrialEnd',
  'cancel',
  'endTrial',
  'renew',
  'drip',
]

/** The next due step of a subscription. `ORDER` decides between steps at the same instant. */
export function nextStep(subscription: Subscription): { step: Step; at: Date } | null {
  const { contract } = subscription
  // The steps of an add-on are part of its subscription's steps.
  if (!contract || contract.parentId !== null) return null
  const due = dueSteps(contract)
    .filter(({ at }) => at !== null)
    .toSorted(
      (a, b) =>
        (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0) ||
        ORDER.indexOf(a.step) - ORDER.indexOf(b.step),
    )
  const [next] = due
  return next?.at ? { step: next.step, at: next.at } : null
}

function dueSteps(contract: Contract): { step: Step; at: Date | null }[] {
  const { cancelAt, nextDripAt, trialEndsAt, trialToldAt, periodStart, periodEnd } = contract
  switch (contract.status) {
    case 'incomplete':
      return [
        { step: 'start', at: contract.startsAt },
        { step: 'expire', at: contract.incompleteUntil },
      ]
    case 'trialing': {
      const notice = Math.max(
        (trialEndsAt?.getTime() ?? 0) - NOTICE_MS,
        periodStart?.getTime() ?? 0,
      )
      return [
        { step: 'noticeTrialEnd', at: trialToldAt === null ? new Date(notice) : null },
        { step: 'cancel', at: cancelAt },
        { step: 'endTrial', at: trialEndsAt },
        { step: 'drip', at: nextDripAt },
      ]
    }
    case 'active':
    case 'past_due':
      return [
        { step: 'cancel', at: cancelAt },
        { step: 'renew', at: periodEnd },
        { step: 'drip', at: nextDripAt },
      ]
    case 'paused':
      return [{ step: 'cancel', at: cancelAt }]
    default:
      return []
  }
}

/** Performs the next due step. Returns the reason if a different step is due. */
export function advance(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  { step, at }: { step: Exclude<Step, 'expire'>; at: Date },
  now: Date,
): string | null {
  const next = nextStep(subscription)
  if (next?.step !== step || next.at.getTime() !== at.getTime() || at > now) {
    return `next is ${next ? `${next.step} at ${next.at.toISOString()}` : 'nothing'}`
  }
  const contract = contractOf(subscription)
  if (contract.waiting && step !== 'drip' && step !== 'noticeTrialEnd') {
    return 'a change is waiting for its payment'
  }
  switch (step) {
    case 'start':
      start(catalog, customer, subscription, at, now)
      break
    case 'noticeTrialEnd':
      contract.trialToldAt = now
      emitSubscriptionMessage(catalog, customer, 'trial_will_end', subscription)
      break
    case 'cancel':
      end(catalog, customer, subscription, at, now)
      break
    case 'endTrial':
    case 'renew':
      renew(catalog, customer, subscription, at, now)
      break
    case 'drip': {
      const plan = planOf(catalog, subscription)
      for (const [position, rule] of plan.grantRules.entries()) {
        if (cadenceOf(rule, plan) !== 'drip') continue
        drip(customer, subscription, plan, position, at, now)
      }
      contract.nextDripAt = nextDrip(plan, subscription, at, customer.timezone)
      contract.revision += 1
    }
  }
  return null
}

/**
 * Starts the next period at the end of the last period or trial, no matter when the worker runs.
 */
function renew(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  from: Date,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const used = [subscription, ...itemsOf(customer, subscription)].flatMap((each) =>
    closeUsage(catalog, customer, each, from),
  )
  // Usage in a trial is free.
  const closing = contract.status === 'trialing' ? [] : used
  applyPendingChange(catalog, subscription, from)
  endItems(customer, subscription, from)
  openPeriod(catalog, customer, subscription, { from, closing }, now)
  emitSubscriptionMessage(catalog, customer, 'updated', subscription)
}

/** Ends the add-ons that were canceled for the end of the period. */
export function endItems(customer: Customer, subscription: Subscription, at: Date): void {
  for (const item of itemsOf(customer, subscription)) {
    const contract = contractOf(item)
    if (contract.cancelAt === null) continue
    Object.assign(contract, { status: 'canceled', canceledAt: at, nextDripAt: null })
    item.givesAccess = false
  }
}

/** Applies a scheduled change. Periods of a different length count from their own start. */
export function applyPendingChange(catalog: Catalog, subscription: Subscription, from: Date): void {
  const contract = contractOf(subscription)
  const { pendingChange } = contract
  if (!pendingChange) return
  const before = planOf(catalog, subscription)
  const after = planOf(catalog, pendingChange)
  subscription.planId = after.id
  subscription.planVersion = after.version
  contract.quantities = pendingChange.quantities
  contract.pendingChange = null
  if (!isSameCycle(before, after)) subscription.billingAnchor = from
}

export const isSameCycle = (a: Plan, b: Plan): boolean =>
  a.interval === b.interval && a.intervalCount === b.intervalCount

/** Bills a period of a subscription and its add-ons, then grants its credits. */
export function openPeriod(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  { from, closing }: { from: Date; closing: readonly Line[] },
  now: Date,
): void {
  const plan = planOf(catalog, subscription)
  const { timezone } = customer
  const { period, share } = periodFrom(plan, subscription.billingAnchor, from, timezone)
  const all = [subscription, ...itemsOf(customer, subscription)]
  const contract = contractOf(subscription)
  // One-off charges go on the first bill.
  const linesOf = contract.status === 'trialing' ? firstLines : advanceLines
  const opening = all.flatMap((each) =>
    linesOf(planOf(catalog, each), each, contractOf(each).quantities, period, share),
  )
  dropUsedUp(subscription)
  const invoice = issue(
    catalog,
    customer,
    [...closing, ...opening],
    {
      off: discountOn(contract.discount, WHOLE),
      subscriptionId: subscription.id,
      reason: 'period',
      cycleStart: from,
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
  if (invoice) countBill(subscription)
  for (const each of all) {
    giveCredits(catalog, customer, each, period, now, false)
    Object.assign(contractOf(each), { periodStart: period.start, periodEnd: period.end, owed: {} })
    each.billingAnchor = subscription.billingAnchor
    each.invoicedThrough = from
  }
  if (contract.status !== 'past_due') setStatus(customer, subscription, 'active')
}
