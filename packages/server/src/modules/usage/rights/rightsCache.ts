import { BoundedMap } from '../../../kernel/BoundedMap.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Session } from '../../../platform/db/session.ts'
import type { PlanRights } from '../../catalog/core.ts'
import type { CatalogCache } from '../../catalog/index.ts'
import type { CustomerSnapshot } from '../../customers/read.ts'
import { readOverrides } from '../../entitlements/read.ts'
import {
  listSubscriptionsGivingAccess,
  type SubscriptionGivingAccess,
} from '../../subscriptions/read.ts'
import {
  type FeatureOverride,
  type Rights,
  type SubscriptionRight,
  withSeats,
} from './rights.core.ts'

interface CustomerVersion {
  mapKey: string
  environmentId: string
  customerId: string
  bucket: number
  rightsVersion: number
}

export interface RightsCache {
  /**
   * Returns the rights of each customer, by `customerMapKey`. Do not call it in a transaction that
   * has changed rights: uncommitted rights would be cached.
   */
  resolve(
    session: Session,
    customers: readonly CustomerVersion[],
  ): Promise<ReadonlyMap<string, Rights>>
  /** Remembers customers for `peek`. */
  see(snapshots: readonly CustomerSnapshot[]): void
  /** The customer as last seen. It may be stale, so use it only for a guess. */
  peek(mapKey: string): { snapshot: CustomerSnapshot; rights: Rights } | undefined
}

const MAX_CUSTOMERS = 50_000

/**
 * Caches customers' rights in this process. The expected version comes with the customer's row from
 * the caller's transaction, so stale rights are never returned.
 */
export function createRightsCache(catalog: CatalogCache): RightsCache {
  const rightsByCustomer = new BoundedMap<string, Rights>(MAX_CUSTOMERS)
  const snapshotByCustomer = new BoundedMap<string, CustomerSnapshot>(MAX_CUSTOMERS)

  return {
    resolve: async (session, customers) => {
      const resolved = new Map<string, Rights>()
      const missing = new Map<string, CustomerVersion>()
      for (const customer of customers) {
        const { mapKey } = customer
        const rights = rightsByCustomer.get(mapKey)
        if (rights && rights.version === customer.rightsVersion) resolved.set(mapKey, rights)
        else missing.set(mapKey, customer)
      }
      if (missing.size === 0) return resolved
      for (const [mapKey, rights] of await readRights(session, [...missing.values()], catalog)) {
        rightsByCustomer.set(mapKey, rights)
        resolved.set(mapKey, rights)
      }
      return resolved
    },
    see: (snapshots) => {
      for (const snapshot of snapshots) snapshotByCustomer.set(snapshot.mapKey, snapshot)
    },
    peek: (mapKey) => {
      const snapshot = snapshotByCustomer.get(mapKey)
      const rights = rightsByCustomer.get(mapKey)
      return snapshot && rights && { snapshot, rights }
    },
  }
}

async function readRights(
  session: Session,
  customers: readonly CustomerVersion[],
  catalog: CatalogCache,
): Promise<[string, Rights][]> {
  const [subscriptions, overrides] = await Promise.all([
    listSubscriptionsGivingAccess(session, customers),
    readOverrides(session, customers),
  ])
  const plans = await readPlans(session, subscriptions, catalog)
  const withPlans = subscriptions.map(
    ({ environmentId, customerId, quantities, ...subscription }) => {
      const plan = plans.get(versionMapKey(subscription))
      invariant(plan, 'the plan of every subscription was read')
      const right = withSeats({ ...subscription, plan, seats: '' }, quantities)
      return { mapKey: customerMapKey({ environmentId, customerId }), right }
    },
  )
  const subscriptionsOf = Map.groupBy(withPlans, ({ mapKey }) => mapKey)
  const overridesOf = Map.groupBy(overrides, customerMapKey)
  return customers.map((customer) => {
    const { mapKey } = customer
    const customerSubscriptions = (subscriptionsOf.get(mapKey) ?? []).map(({ right }) => right)
    const customerOverrides = (overridesOf.get(mapKey) ?? []).map(
      ({ featureId, terms }): [string, FeatureOverride] => [
        featureId,
        terms === null ? { access: false } : { access: true, terms },
      ],
    )
    const rights: Rights = {
      version: customer.rightsVersion,
      subscriptions: customerSubscriptions,
      overrides: new Map(customerOverrides),
      shape: shapeOf(customer, customerSubscriptions, customerOverrides.length > 0),
    }
    return [mapKey, rights]
  })
}

const versionMapKey = ({ planId, planVersion }: { planId: string; planVersion: number }) =>
  `${planId}/${planVersion}`

/** Reads the terms of each plan version among the subscriptions once. */
async function readPlans(
  session: Session,
  subscriptions: readonly SubscriptionGivingAccess[],
  catalog: CatalogCache,
): Promise<Map<string, PlanRights>> {
  const versions = new Map(subscriptions.map((each) => [versionMapKey(each), each]))
  const plans = await Promise.all(
    [...versions].map(
      async ([mapKey, { environmentId, planId, planVersion }]): Promise<[string, PlanRights]> => [
        mapKey,
        await catalog.planTerms(session, environmentId, planId, planVersion),
      ],
    ),
  )
  return new Map(plans)
}

const shapeOf = (
  customer: CustomerVersion,
  subscriptions: readonly SubscriptionRight[],
  customerOverrides: boolean,
): string =>
  customerOverrides
    ? `${customer.mapKey} ${customer.rightsVersion}`
    : [
        customer.environmentId,
        ...subscriptions.map((each) => versionMapKey(each) + each.seats),
      ].join(' ')
