import { type Amount, ZERO } from '../../kernel/amount.ts'
import type { Session } from '../../platform/db/session.ts'
import { type CatalogCache, type CompiledCatalog, featureNamed } from '../catalog/index.ts'
import type { Feature } from '../catalog/read.ts'
import { type BalanceKey, readBalances } from '../credits/read.ts'
import { type CustomerStanding, readCustomers } from '../customers/read.ts'
import { type CounterKey, counterName, type RightsCache, readCounters } from '../usage/index.ts'
import { type Draft, draftStanding, type MeterDraft } from './core/draftStanding.ts'
import type { Facts } from './core/evaluate.ts'

export interface StandingRequest {
  environmentId: string
  customerId: string
  bucket: number
  /** By `customerName`. */
  name: string
  /** Ids or slugs; `all`: whatever the customer has. */
  features: readonly string[] | 'all'
}

/** What is known of a customer and the features asked for. */
export interface Standing {
  features: readonly { feature: Feature; facts: Facts }[]
  /** Names of features that do not exist. */
  unknown: readonly string[]
}

export interface Caches {
  catalog: CatalogCache
  rights: RightsCache
}

type Balances = Awaited<ReturnType<typeof readBalances>>
type WalletKeys = ReadonlyMap<string, BalanceKey>

const walletName = (customer: string, creditCurrencyId: string) => `${customer} ${creditCurrencyId}`

/**
 * Reads what many requests ask for at once: customers and balances in one round trip, counters in a
 * second one if anything is metered. Which balances are needed is guessed from the catalog as this
 * process last saw it; the catalog's version comes with the customers, and shows if it was old.
 * Null where there is no such customer.
 */
export async function readStandings(
  session: Session,
  caches: Caches,
  requests: readonly StandingRequest[],
  now: Date,
): Promise<(Standing | null)[]> {
  const asked = [...new Map(requests.map((request) => [request.name, request])).values()]
  const lastSeen = new Map<string, CompiledCatalog | undefined>()
  for (const { environmentId } of asked) {
    if (!lastSeen.has(environmentId)) {
      lastSeen.set(environmentId, caches.catalog.peek(environmentId))
    }
  }
  const guessed = walletsOf(requests, lastSeen)
  const [customers, balances] = await Promise.all([
    readCustomers(session, asked),
    readWallets(session, guessed, now),
  ])
  const [catalogs, rights] = await Promise.all([
    readCatalogs(session, caches.catalog, customers),
    caches.rights.resolve(session, customers),
  ])
  const surprised = requests.filter(
    ({ environmentId }) => catalogs.get(environmentId) !== lastSeen.get(environmentId),
  )
  const missed = walletsOf(surprised, catalogs)
  const standing = new Map(customers.map((customer) => [customer.name, customer]))
  const drafts = requests.map((request) => {
    const customer = standing.get(request.name)
    const catalog = catalogs.get(request.environmentId)
    const own = rights.get(request.name)
    return customer && catalog && own
      ? draftStanding(request.features, { customer, catalog, rights: own, now })
      : null
  })
  const [counters, more] = await Promise.all([
    readMeters(session, drafts),
    readWallets(session, missed, now),
  ])
  const reading = {
    usage: ({ key, span }: MeterDraft): Amount => {
      const counter = counters.get(counterName(key))
      // A rate keeps only its newest window, which may not be the one that is asked for.
      return counter?.periodStart.getTime() === span.start.getTime() ? counter.value : ZERO
    },
    wallet: (name: string) => more.get(name) ?? balances.get(name) ?? null,
  }
  return drafts.map((draft) => draft && standingOf(draft, reading))
}

/** The wallets behind the credit features that are asked for, by name. */
function walletsOf(
  requests: readonly StandingRequest[],
  catalogs: ReadonlyMap<string, CompiledCatalog | undefined>,
): WalletKeys {
  const wallets = new Map<string, BalanceKey>()
  for (const { environmentId, customerId, bucket, name, features } of requests) {
    const catalog = catalogs.get(environmentId)
    if (!catalog) continue
    const currencies =
      features === 'all'
        ? catalog.creditCurrencies.keys()
        : features.map((feature) => featureNamed(catalog, feature)?.creditCurrencyId)
    for (const creditCurrencyId of currencies) {
      if (!creditCurrencyId) continue
      const key = { environmentId, bucket, customerId, creditCurrencyId }
      wallets.set(walletName(name, creditCurrencyId), key)
    }
  }
  return wallets
}

const NO_BALANCES: Balances = new Map()

const readWallets = (session: Session, wallets: WalletKeys, now: Date) =>
  wallets.size === 0 ? NO_BALANCES : readBalances(session, wallets, now)

async function readCatalogs(
  session: Session,
  cache: CatalogCache,
  customers: readonly CustomerStanding[],
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

function readMeters(session: Session, drafts: readonly (Draft | null)[]) {
  const keys = new Map<string, CounterKey>()
  for (const draft of drafts) {
    for (const { meters } of draft?.features ?? []) {
      for (const { key } of meters) keys.set(counterName(key), key)
    }
  }
  return keys.size === 0 ? NO_COUNTERS : readCounters(session, [...keys.values()])
}

interface Reading {
  usage(meter: MeterDraft): Amount
  wallet(name: string): Facts['wallet']
}

function standingOf(
  { customer, features, unknown, onlyWhatItHas }: Draft,
  reading: Reading,
): Standing {
  const read = features.map(({ feature, facts, meters }) => ({
    feature,
    facts: {
      ...facts,
      meters: meters.map((meter) => ({
        limit: meter.limit,
        usage: reading.usage(meter),
        resetsAt: meter.span.end,
      })),
      wallet:
        feature.creditCurrencyId === null
          ? null
          : reading.wallet(walletName(customer.name, feature.creditCurrencyId)),
    },
  }))
  return {
    features: onlyWhatItHas
      ? read.filter(({ facts }) => facts.terms.length > 0 || (facts.price && facts.wallet))
      : read,
    unknown,
  }
}
