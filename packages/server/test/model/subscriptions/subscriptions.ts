import type { Catalog } from '../catalog.ts'
import { issue } from '../invoicing/bill.ts'
import { discountOn, restoreRedemption } from '../invoicing/coupons.ts'
import { isPartlyPaid, isUnderWay, voidInvoice } from '../invoicing/invoices.ts'
import { WHOLE } from '../invoicing/prices.ts'
import type { Customer, Subscription } from '../state.ts'
import { closeUsage } from './arrears.ts'
import { type Contract, GIVES_ACCESS, HAS_ENDED } from './billing.ts'
import { itemsOf } from './items.ts'
import { contractOf, emitSubscriptionMessage } from './renderBilling.ts'

/** Sets the status of a subscription and its add-ons. */
export function setStatus(
  customer: Customer,
  subscription: Subscription,
  status: Contract['status'],
): void {
  for (const each of [subscription, ...itemsOf(customer, subscription)]) {
    contractOf(each).status = status
    each.givesAccess = GIVES_ACCESS.includes(status)
  }
}

/** Ends a subscription that never started and voids its invoice. */
export function endIncomplete(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  status: 'canceled' | 'incomplete_expired',
  now: Date,
): void {
  const open = customer.billing.invoices.filter(
    (invoice) => invoice.subscriptionId === subscription.id && invoice.status === 'open',
  )
  for (const invoice of open) voidInvoice(customer, invoice, now)
  restoreRedemption(customer, subscription)
  setStatus(customer, subscription, status)
  contractOf(subscription).canceledAt = now
  emitSubscriptionMessage(catalog, customer, 'canceled', subscription)
}

/** Ends a subscription and bills its usage. Advance payments are not refunded. */
export function end(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  at: Date,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const used = [subscription, ...itemsOf(customer, subscription)].flatMap((each) =>
    closeUsage(catalog, customer, each, contract.pausedAt ?? at),
  )
  if (contract.status !== 'trialing') {
    const { periodStart } = contract
    const off = discountOn(contract.discount, WHOLE)
    const terms = { reason: 'end' as const, cycleStart: null, periodStart, periodEnd: at, off }
    const takesPending = used.some(({ amount }) => amount !== 0)
    const of = { subscriptionId: subscription.id }
    issue(catalog, customer, used, { ...of, ...terms }, now, takesPending)
  }
  close(catalog, customer, subscription, at)
}

/** Ends a subscription without a final bill. */
export function close(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  at: Date,
): void {
  const all = [subscription, ...itemsOf(customer, subscription)]
  setStatus(customer, subscription, 'canceled')
  for (const each of all) {
    Object.assign(contractOf(each), { canceledAt: at, pendingChange: null, nextDripAt: null })
  }
  emitSubscriptionMessage(catalog, customer, 'canceled', subscription)
}

/** Cancels a subscription. Returns null if its payment must be canceled first. */
export function cancel(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  when: 'now' | 'period_end',
  now: Date,
): 'subscription_ended' | 'invalid_state' | 'done' | null {
  const contract = contractOf(subscription)
  if (HAS_ENDED.includes(contract.status)) return 'subscription_ended'
  if (contract.status === 'incomplete') {
    if (isPartlyPaid(customer, subscription.id)) return 'invalid_state'
    if (isUnderWay(customer, subscription.id)) {
      contract.incompleteUntil = now
      return null
    }
    endIncomplete(catalog, customer, subscription, 'canceled', now)
    return 'done'
  }
  const { periodEnd } = contract
  const isLater = when === 'period_end' && periodEnd !== null && periodEnd > now
  if (!isLater) {
    if (contract.waiting) return null
    end(catalog, customer, subscription, now, now)
    return 'done'
  }
  contract.cancelAt = periodEnd
  contract.pendingChange = null
  emitSubscriptionMessage(catalog, customer, 'updated', subscription)
  return 'done'
}
