import { BoundedMap } from '../../../kernel/BoundedMap.ts'
import { customerName } from '../../../kernel/customerName.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Session } from '../../../platform/db/session.ts'
import type { CatalogCache, PlanRights } from '../../catalog/index.ts'
import type { CustomerSnapshot } from '../../customers/read.ts'
import { readOverrides } from '../../entitlements/read.ts'
import {
  listSubscriptionsGivingAccess,
  type SubscriptionGivingAccess,
} from '../../subscriptions/read.ts'
import { type Override, type Rights, type SubscriptionRight, withSeats } from './rights.core.ts'

interface CustomerVersion {
  name: string
  environmentId: string
  customerId: string
  bucket: number
  rightsVersion: number
}

export interface RightsCache {
  /**
   * Returns the rights of each customer, by `customerName`. Do not call it in a transaction that
   * has changed rights: uncommitted rights would be cached.
   */
  resolve(
    session: Session,
    customers: readonly CustomerVersion[],
  ): Promise<ReadonlyMap<string, Rights>>
  /** Remembers customers for `peek`. */
  see(standings: readonly CustomerSnapshot[]): void
  /** The customer as last seen. It may be stale, so use it only for a guess. */
  peek(name: string): { standing: CustomerSnapshot; rights: Rights } | undefined
}

const MAX_CUSTOMERS = 50_000

/**
 * Caches customers' rights in this process. The expected version comes with the customer's row from
 * the caller's transaction, so stale rights are never returned.
 */
export function createRightsCache(catalog: CatalogCache): RightsCache {
  const rightsByCustomer = new BoundedMap<string, Rights>(MAX_CUSTOMERS)
  const standingByCustomer = new BoundedMap<string, CustomerSnapshot>(MAX_CUSTOMERS)

  return {
    resolve: async (session, customers) => {
      const resolved = new Map<string, Rights>()
      const missing = new Map<string, CustomerVersion>()
      for (const customer of customers) {
        const { name } = customer
        const rights = rightsByCustomer.get(name)
        if (rights && rights.version === customer.rightsVersion) resolved.set(name, rights)
        else missing.set(name, customer)
      }
      if (missing.size === 0) return resolved
      for (const [name, rights] of await readRights(session, [...missing.values()], catalog)) {
        rightsByCustomer.set(name, rights)
        resolved.set(name, rights)
      }
      return resolved
    },
    see: (standings) => {
      for (const standing of standings) standingByCustomer.set(standing.name, standing)
    },
    peek: (name) => {
      const standing = standingByCustomer.get(name)
      const rights = rightsByCustomer.get(name)
      return standing && rights && { standing, rights }
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
      const plan = plans.get(versionName(subscription))
      invariant(plan, 'the plan of every subscription was read')
      const right = withSeats({ ...subscription, plan, seats: '' }, quantities)
      return { name: customerName({ environmentId, customerId }), right }
    },
  )
  const subscriptionsOf = Map.groupBy(withPlans, ({ name }) => name)
  const overridesOf = Map.groupBy(overrides, customerName)
  return customers.map((customer) => {
    const { name } = customer
    const customerSubscriptions = (subscriptionsOf.get(name) ?? []).map(({ right }) => right)
    const customerOverrides = (overridesOf.get(name) ?? []).map(
      ({ featureId, terms }): [string, Override] => [
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
    return [name, rights]
  })
}

const versionName = ({ planId, planVersion }: { planId: string; planVersion: number }) =>
  `${planId}/${planVersion}`

/** Reads the terms of each plan version among the subscriptions once. */
async function readPlans(
  session: Session,
  subscriptions: readonly SubscriptionGivingAccess[],
  catalog: CatalogCache,
): Promise<Map<string, PlanRights>> {
  const versions = new Map(subscriptions.map((each) => [versionName(each), each]))
  const plans = await Promise.all(
    [...versions].map(
      async ([name, { environmentId, planId, planVersion }]): Promise<[string, PlanRights]> => [
        name,
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
    ? `${customer.name} ${customer.rightsVersion}`
    : [customer.environmentId, ...subscriptions.map((each) => versionName(each) + each.seats)].join(
        ' ',
      )
