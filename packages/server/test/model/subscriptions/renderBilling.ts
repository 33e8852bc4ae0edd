import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { billingPeriodAt } from '../periods.ts'
import { type Customer, type Subscription, subscriptionById } from '../state.ts'
import type { Contract, Invoice } from './billing.ts'
import { itemsOf } from './items.ts'

const text = (at: Date | null): string | null => at?.toISOString() ?? null

export function contractOf({ id, contract }: Subscription): Contract {
  if (!contract) throw new Error(`${id} is not billed`)
  return contract
}

export function renderSubscription(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
) {
  const contract = contractOf(subscription)
  const plan = planOf(catalog, subscription)
  const { pendingChange, periodStart, periodEnd, status } = contract
  return {
    id: subscription.id,
    customerId: customer.id,
    planId: plan.id,
    planName: plan.name,
    planVersion: plan.version,
    productId: plan.productId,
    status,
    collectionMethod: contract.collectionMethod,
    quantities: contract.quantities,
    items: itemsOf(customer, subscription).map((item) => renderItem(catalog, item)),
    currentBillingPeriodStart: text(periodStart),
    currentBillingPeriodEnd: text(periodEnd),
    billingAnchor:
      status === 'incomplete' && periodStart === null ? null : text(subscription.billingAnchor),
    trialEndsAt: text(contract.trialEndsAt),
    cancelAt: text(contract.cancelAt),
    canceledAt: text(contract.canceledAt),
    pendingChange: pendingChange && {
      ...pendingChange,
      planName: planOf(catalog, pendingChange).name,
      effectiveAt: text(periodEnd),
    },
    discount: renderDiscount(plan, customer, subscription),
    createdAt: text(contract.createdAt),
  }
}

/** Shows a discount until the end of its last period. The first bill is not counted yet. */
function renderDiscount(plan: Plan, { timezone }: Customer, subscription: Subscription) {
  const { discount, periodEnd, status } = contractOf(subscription)
  if (!discount) return null
  const { id: couponId, code, percentOff, amountOff } = discount.coupon
  const { periodsLeft } = discount
  let endsAt = periodsLeft === null ? null : periodEnd
  const ahead = (periodsLeft ?? 0) - (status === 'incomplete' ? 1 : 0)
  for (let left = ahead; left > 0 && endsAt; left -= 1) {
    endsAt = billingPeriodAt(plan, subscription.billingAnchor, endsAt, timezone).end
  }
  return { couponId, code, percentOff, amountOff, endsAt: text(endsAt) }
}

export const sumOf = ({ lines }: Invoice, part: 'subtotal' | 'discount' | 'tax'): number =>
  lines.reduce((sum, line) => sum + line[part], 0)

function renderItem(catalog: Catalog, item: Subscription) {
  const { quantities, cancelAt, createdAt } = contractOf(item)
  const { id: planId, name: planName, version: planVersion } = planOf(catalog, item)
  return {
    id: item.id,
    planId,
    planName,
    planVersion,
    quantities,
    cancelAt: text(cancelAt),
    createdAt: text(createdAt),
  }
}

/** Renders an invoice as in lists. */
export const renderInvoice = (customer: Customer, invoice: Invoice) => ({
  id: invoice.id,
  customerId: customer.id,
  subscriptionId: invoice.subscriptionId,
  status: invoice.status,
  collectionMethod: invoice.collectionMethod,
  subtotal: sumOf(invoice, 'subtotal'),
  discount: sumOf(invoice, 'discount'),
  creditsApplied: invoice.creditsApplied,
  tax: sumOf(invoice, 'tax'),
  total: invoice.total,
  amountDue: invoice.amountDue,
  amountPaid: invoice.amountPaid,
  issuedAt: text(invoice.issuedAt),
  dueAt: text(invoice.dueAt),
  paidAt: text(invoice.paidAt),
  nextAttemptAt: text(invoice.nextAttemptAt),
  attemptCount: invoice.attemptCount,
  periodStart: text(invoice.periodStart),
  periodEnd: text(invoice.periodEnd),
  createdAt: text(invoice.issuedAt),
})

type SubscriptionEvent =
  | 'created'
  | 'activated'
  | 'updated'
  | 'past_due'
  | 'canceled'
  | 'trial_will_end'

export function emitSubscriptionMessage(
  catalog: Catalog,
  customer: Customer,
  event: SubscriptionEvent,
  subscription: Subscription,
): void {
  contractOf(subscription).revision += 1
  const data = renderSubscription(catalog, customer, subscription)
  emitBillingMessage(customer, `subscription.${event}`, data)
}

type InvoiceEvent = 'finalized' | 'paid' | 'payment_failed' | 'voided'

export const emitInvoiceMessage = (
  customer: Customer,
  event: InvoiceEvent,
  invoice: Invoice,
  more: object = {},
): void =>
  emitBillingMessage(customer, `invoice.${event}`, { ...renderInvoice(customer, invoice), ...more })

function emitBillingMessage(customer: Customer, type: string, data: object): void {
  customer.billing.messages = [...customer.billing.messages, { type, data }]
}

export const subscriptionOf = (customer: Customer, { subscriptionId }: Invoice) =>
  subscriptionId === null ? null : subscriptionById(customer, subscriptionId)
