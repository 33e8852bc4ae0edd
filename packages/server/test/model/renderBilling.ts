import type { Contract, Invoice } from './billing.ts'
import { type Catalog, planOf } from './catalog.ts'
import { type Customer, type Subscription, subscriptionById } from './state.ts'

const text = (at: Date | null): string | null => at?.toISOString() ?? null

export function contractOf({ id, contract }: Subscription): Contract {
  if (!contract) throw new Error(`${id} was attached by hand`)
  return contract
}

/** The API's form of a subscription. */
export function renderSubscription(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
) {
  const contract = contractOf(subscription)
  const plan = planOf(catalog, subscription.planId)
  const { pendingChange, periodStart, periodEnd, status } = contract
  return {
    id: subscription.id,
    customerId: customer.id,
    planId: plan.id,
    planVersion: plan.version,
    productId: plan.productId,
    status,
    collectionMethod: contract.collectionMethod,
    quantities: contract.quantities,
    items: [],
    currentBillingPeriodStart: text(periodStart),
    currentBillingPeriodEnd: text(periodEnd),
    billingAnchor:
      status === 'incomplete' && periodStart === null ? null : text(subscription.billingAnchor),
    trialEndsAt: text(contract.trialEndsAt),
    cancelAt: text(contract.cancelAt),
    canceledAt: text(contract.canceledAt),
    pendingChange: pendingChange && {
      ...pendingChange,
      planVersion: planOf(catalog, pendingChange.planId).version,
      effectiveAt: text(periodEnd),
    },
    discount: null,
    createdAt: text(contract.createdAt),
  }
}

/** The API's form of an invoice, as lists show it. */
export const renderInvoice = (customer: Customer, invoice: Invoice) => ({
  id: invoice.id,
  customerId: customer.id,
  subscriptionId: invoice.subscriptionId,
  status: invoice.status,
  collectionMethod: invoice.collectionMethod,
  subtotal: invoice.total,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: invoice.total,
  amountDue: invoice.total,
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

type OfSubscription =
  | 'created'
  | 'activated'
  | 'updated'
  | 'past_due'
  | 'canceled'
  | 'trial_will_end'

export function tellOfSubscription(
  catalog: Catalog,
  customer: Customer,
  what: OfSubscription,
  subscription: Subscription,
): void {
  const data = renderSubscription(catalog, customer, subscription)
  tell(customer, `subscription.${what}`, data)
}

type OfInvoice = 'finalized' | 'paid' | 'payment_failed' | 'voided'

export const tellOfInvoice = (
  customer: Customer,
  what: OfInvoice,
  invoice: Invoice,
  more: object = {},
): void => tell(customer, `invoice.${what}`, { ...renderInvoice(customer, invoice), ...more })

function tell(customer: Customer, type: string, data: object): void {
  customer.billing.told = [...customer.billing.told, { type, data }]
}

export const subscriptionOf = (customer: Customer, { subscriptionId }: Invoice) =>
  subscriptionId === null ? null : subscriptionById(customer, subscriptionId)
