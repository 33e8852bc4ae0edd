import { type Amount, ZERO } from '../../../kernel/amount.ts'
import type { Session } from '../../../platform/db/session.ts'
import { type CompiledCatalog, findFeatureByIdOrSlug } from '../../catalog/core.ts'
import type { CatalogCache } from '../../catalog/index.ts'
import type { Feature } from '../../catalog/read.ts'
import type { CustomerSnapshot } from '../../customers/read.ts'
import { type CounterKey, counterMapKey } from '../../usage/core.ts'
import { type RightsCache, readCounters } from '../../usage/index.ts'
import type { Facts } from './evaluate.core.ts'
import { type CheckPlan, type PlannedMeter, planCheck } from './planCheck.core.ts'
import { type BalanceKey, readBalances } from './readBalances.ts'

export interface CheckRequest {
  environmentId: string
  customerId: string
  bucket: number
  /** The result of `customerMapKey`. */
  mapKey: string
  /** Ids or slugs, or `all` features that the customer has. */
  features: readonly string[] | 'all'
}

/** The facts of a customer about the requested features. */
export interface CustomerFacts {
  features: readonly { feature: Feature; facts: Facts }[]
  /** Requested ids and slugs that match no feature. */
  unknown: readonly string[]
}

export interface Caches {
  catalog: CatalogCache
  rights: RightsCache
}

type Balances = Awaited<ReturnType<typeof readBalances>>['balances']

const walletMapKey = (customer: string, creditCurrencyId: string) =>
  `${customer} ${creditCurrencyId}`

/**
 * Reads the facts for many requests: customers and balances in one statement, and counters in a
 * second round trip if anything is metered. The needed balances are guessed from the cached
 * catalog. The catalog's version comes with the customers and shows whether the cache is stale.
 * Returns null for a customer that does not exist.
 */
export async function readFacts(
  session: Session,
  caches: Caches,
  requests: readonly CheckRequest[],
  now: Date,
): Promise<(CustomerFacts | null)[]> {
  const lastSeen = new Map<string, CompiledCatalog | undefined>()
  for (const { environmentId } of requests) {
    if (!lastSeen.has(environmentId)) {
      lastSeen.set(environmentId, caches.catalog.peek(environmentId))
    }
  }
  const { customers, balances } = await readBalances(session, balanceKeys(requests, lastSeen), now)
  const snapshots = [...customers.values()]
  const [catalogs, rights] = await Promise.all([
    readCatalogs(session, caches.catalog, snapshots),
    caches.rights.resolve(session, snapshots),
  ])
  const withStaleCatalog = requests.filter(
    ({ environmentId }) => catalogs.get(environmentId) !== lastSeen.get(environmentId),
  )
  const plans = requests.map((request) => {
    const customer = customers.get(request.mapKey)
    const catalog = catalogs.get(request.environmentId)
    const customerRights = rights.get(request.mapKey)
    return customer && catalog && customerRights
      ? planCheck(request.features, { customer, catalog, rights: customerRights, now })
      : null
  })
  const [counters, missingBalances] = await Promise.all([
    readMeters(session, plans),
    withStaleCatalog.length === 0
      ? NO_BALANCES
      : readMissingBalances(session, withStaleCatalog, catalogs, now),
  ])
  const readings = {
    usage: ({ key, span }: PlannedMeter): Amount => {
      const counter = counters.get(counterMapKey(key))
      // A rate keeps only its newest window, which may not be the current one.
      return counter?.periodStart.getTime() === span.start.getTime() ? counter.value : ZERO
    },
    wallet: (mapKey: string) => missingBalances.get(mapKey) ?? balances.get(mapKey) ?? null,
  }
  return plans.map((plan) => plan && toCustomerFacts(plan, readings))
}

/**
 * Returns whether one round trip is probably enough. This is the case if no requested feature is
 * metered according to the cached catalog.
 */
export const takesOneRoundTrip = (
  { catalog: catalogs }: Caches,
  requests: readonly CheckRequest[],
): boolean =>
  requests.every(({ environmentId, features }) => {
    const catalog = catalogs.peek(environmentId)
    return (
      catalog !== undefined &&
      features !== 'all' &&
      features.every((feature) => findFeatureByIdOrSlug(catalog, feature)?.type !== 'metered')
    )
  })

/** Returns the balance keys by map key: one per customer and wallet of a requested credit feature. */
function balanceKeys(
  requests: readonly CheckRequest[],
  catalogs: ReadonlyMap<string, CompiledCatalog | undefined>,
): Map<string, BalanceKey> {
  const keys = new Map<string, BalanceKey>()
  for (const { environmentId, customerId, bucket, mapKey, features } of requests) {
    const catalog = catalogs.get(environmentId)
    const currencies = catalog ? currenciesOf(catalog, features) : []
    for (const creditCurrencyId of currencies.length > 0 ? currencies : [null]) {
      const key = { environmentId, customerId, bucket, mapKey, creditCurrencyId }
      keys.set(creditCurrencyId === null ? mapKey : walletMapKey(mapKey, creditCurrencyId), key)
    }
  }
  return keys
}

function currenciesOf(catalog: CompiledCatalog, features: CheckRequest['features']): string[] {
  if (features === 'all') return [...catalog.creditCurrencies.keys()]
  const currencies: string[] = []
  for (const feature of features) {
    const currency = findFeatureByIdOrSlug(catalog, feature)?.creditCurrencyId
    if (currency) currencies.push(currency)
  }
  return currencies
}

const NO_BALANCES: Balances = new Map()

/** Reads the balances of requests whose cached catalog was stale, with the current catalog. */
const readMissingBalances = async (
  session: Session,
  requests: readonly CheckRequest[],
  catalogs: ReadonlyMap<string, CompiledCatalog>,
  now: Date,
): Promise<Balances> => (await readBalances(session, balanceKeys(requests, catalogs), now)).balances

async function readCatalogs(
  session: Session,
  cache: CatalogCache,
  customers: readonly CustomerSnapshot[],
): Promise<Map<string, CompiledCatalog>> {
  const versions = new Map<string, number>()
  for (const { environmentId, catalogVersion } of customers) {
    versions.set(environmentId, catalogVersion)
  }
  const catalogs = await Promise.all(
    [...versions].map(
      async ([environmentId, version]): Promise<[string, CompiledCatalog]> => [
        environmentId,
        await cache.get(session, environmentId, version),
      ],
    ),
  )
  return new Map(catalogs)
}

const NO_COUNTERS: Awaited<ReturnType<typeof readCounters>> = new Map()

function readMeters(session: Session, plans: readonly (CheckPlan | null)[]) {
  const keys = new Map<string, CounterKey>()
  for (const plan of plans) {
    for (const { meters } of plan?.features ?? []) {
      for (const { key } of meters) keys.set(counterMapKey(key), key)
    }
  }
  return keys.size === 0 ? NO_COUNTERS : readCounters(session, [...keys.values()])
}

interface Readings {
  usage(meter: PlannedMeter): Amount
  wallet(mapKey: string): Facts['wallet']
}

function toCustomerFacts(
  { customer, features, unknown, onlyWhatItHas }: CheckPlan,
  readings: Readings,
): CustomerFacts {
  const featuresWithFacts = features.map(({ feature, facts, meters }) => ({
    feature,
    facts: {
      ...facts,
      meters: meters.map((meter) => ({
        limit: meter.limit,
        usage: readings.usage(meter),
        resetsAt: meter.span.end,
      })),
      wallet:
        feature.creditCurrencyId === null
          ? null
          : readings.wallet(walletMapKey(customer.mapKey, feature.creditCurrencyId)),
    },
  }))
  return {
    features: onlyWhatItHas
      ? featuresWithFacts.filter(
          ({ facts }) => facts.terms.length > 0 || (facts.price && facts.wallet),
        )
      : featuresWithFacts,
    unknown,
  }
}
