import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { recurringLines, seatsOf } from '../invoicing/bill.ts'
import { WHOLE } from '../invoicing/prices.ts'
import type { Customer, Subscription } from '../state.ts'
import { HAS_ENDED, type Seats } from './billing.ts'
import { changeNow, refusalOf } from './changes.ts'
import { contractOf, emitSubscriptionMessage } from './renderBilling.ts'

type Timing = 'now' | 'period_end'

/**
 * Checks whether a subscription should migrate: it continues, has an older version and no scheduled
 * migration.
 */
function isConcerned(catalog: Catalog, { contract, ...subscription }: Subscription): boolean {
  if (!contract || contract.parentId !== null) return false
  if (HAS_ENDED.includes(contract.status) || contract.status === 'incomplete') return false
  const { planId } = subscription
  const { version } = planOf(catalog, { planId })
  if (subscription.planVersion === version) return false
  const { pendingChange } = contract
  return (
    pendingChange === null ||
    (pendingChange.planId === planId && pendingChange.planVersion < version)
  )
}

/** Migrates a subscription to the version on sale. Returns the reason if that is impossible. */
export function migrate(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  when: Timing,
  now: Date,
): string | null {
  if (!isConcerned(catalog, subscription)) return 'the subscription must not migrate'
  const contract = contractOf(subscription)
  const from = planOf(catalog, subscription)
  const to = planOf(catalog, { planId: subscription.planId })
  const quantities = seatsOf(to, contract.quantities)
  if (when === 'period_end' && contract.periodEnd !== null) {
    contract.pendingChange = { planId: to.id, planVersion: to.version, quantities }
    emitSubscriptionMessage(catalog, customer, 'updated', subscription)
    return null
  }
  const refusal = refusalOf(contract, now)
  if (refusal) return refusal
  // The customer is not present, so the change applies immediately and is collected afterwards.
  changeNow(catalog, customer, subscription, { from, to, quantities }, now, { isAttended: false })
  return null
}

/** The dry-run result for the subscriptions of one customer. */
export function previewMigration(
  catalog: Catalog,
  customer: Customer,
  planId: string,
  when: Timing,
  now: Date,
) {
  const to = planOf(catalog, { planId })
  const concerned = customer.subscriptions.filter(
    (subscription) => subscription.planId === planId && isConcerned(catalog, subscription),
  )
  return {
    id: null,
    planId,
    toVersion: to.version,
    when,
    status: 'preview',
    matched: concerned.length,
    moved: 0,
    failed: 0,
    preview: concerned.map((subscription) => {
      const { quantities, periodEnd } = contractOf(subscription)
      const effectiveAt = when === 'now' ? now : periodEnd
      return {
        subscriptionId: subscription.id,
        customerId: customer.id,
        fromVersion: subscription.planVersion,
        effectiveAt: effectiveAt?.toISOString() ?? null,
        currentAmount: priceOfPeriod(planOf(catalog, subscription), quantities),
        nextAmount: priceOfPeriod(to, seatsOf(to, quantities)),
      }
    }),
    completedAt: null,
  }
}

const EPOCH = new Date(0)

const priceOfPeriod = (plan: Plan, quantities: Seats): number =>
  plan.charges
    .flatMap((charge) =>
      recurringLines(charge, { id: '' }, quantities, { start: EPOCH, end: EPOCH }, WHOLE),
    )
    .reduce((sum, { amount }) => sum + amount, 0)
