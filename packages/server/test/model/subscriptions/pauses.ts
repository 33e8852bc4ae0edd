import type { ErrorCode } from '@purser/contract'
import type { Catalog } from '../catalog.ts'
import type { Customer, Subscription } from '../state.ts'
import { closeUsage } from './arrears.ts'
import { HAS_ENDED } from './billing.ts'
import { itemsOf } from './items.ts'
import { contractOf, emitSubscriptionMessage } from './renderBilling.ts'
import { applyPendingChange, endItems, openPeriod } from './renewals.ts'
import { setStatus } from './subscriptions.ts'

/** Stops access and billing. The paid period keeps running. */
export function pause(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  now: Date,
): ErrorCode | null {
  const { status, waiting } = contractOf(subscription)
  if (status !== 'active' || waiting) return 'invalid_state'
  setStatus(customer, subscription, 'paused')
  for (const each of [subscription, ...itemsOf(customer, subscription)]) {
    contractOf(each).pausedAt = now
  }
  emitSubscriptionMessage(catalog, customer, 'updated', subscription)
  return null
}

/** Withdraws a scheduled cancellation, ends a pause, or both. */
export function resume(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  now: Date,
): boolean {
  const contract = contractOf(subscription)
  const isPaused = contract.status === 'paused'
  if (HAS_ENDED.includes(contract.status)) return false
  if (contract.cancelAt === null && !isPaused) return false
  contract.cancelAt = null
  if (isPaused) unpause(catalog, customer, subscription, now)
  emitSubscriptionMessage(catalog, customer, 'updated', subscription)
  return true
}

/** Within the paid period the subscription continues. After it, a new period starts now. */
function unpause(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  now: Date,
): void {
  const { periodEnd, pausedAt } = contractOf(subscription)
  const all = [subscription, ...itemsOf(customer, subscription)]
  const isPaidFor = periodEnd === null || periodEnd > now
  const closing = isPaidFor
    ? []
    : all.flatMap((each) => closeUsage(catalog, customer, each, pausedAt ?? now))
  setStatus(customer, subscription, 'active')
  for (const each of all) contractOf(each).pausedAt = null
  if (isPaidFor) return
  applyPendingChange(catalog, subscription, now)
  endItems(customer, subscription, now)
  subscription.billingAnchor = now
  openPeriod(catalog, customer, subscription, { from: now, closing }, now)
}
