import { ZERO } from '../../../src/kernel/amount.ts'
import { type Catalog, type Feature, featureBySlug } from '../catalog.ts'
import { renderReservation, renderRow, renderWallet, toNumber } from '../credits/render.ts'
import { dayOf, isPositive, settle } from '../credits/wallet.ts'
import { type Handlers, ok, refused } from '../operation.ts'
import type { Customer } from '../state.ts'
import { meterReading, probe } from './check.ts'
import { givingAccess, grantedTerms, isDenied } from './rights.ts'

type QueryKind =
  | 'check'
  | 'checkCustomer'
  | 'checkBatch'
  | 'listEntitlements'
  | 'readWallets'
  | 'readLedger'
  | 'readStats'
  | 'readMeter'
  | 'readReservation'

/** The page size of the API. */
const PAGE = 100
const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Checks whether the customer has terms or prepaid credits for a feature. */
const hasFeature = (catalog: Catalog, customer: Customer, feature: Feature): boolean =>
  grantedTerms(catalog, customer, feature).length > 0 ||
  (feature.type === 'credit' &&
    givingAccess(customer).length === 0 &&
    !isDenied(customer, feature) &&
    customer.wallets.has(feature.creditCurrencyId ?? ''))

/** Read-only operations. They never change the customer. */
export const queryHandlers: Handlers<QueryKind> = {
  check: ({ catalog, customer, now }, operation) => {
    const value = probe(catalog, customer, operation, now)
    if (!value) return refused('not_found')
    const { featureSlug, type, access, deniedReason } = value
    return ok({
      access,
      feature: { slug: featureSlug, type },
      ...(value.type === 'metered' && !value.isUnlimited && { remaining: value.remaining }),
      ...(value.type === 'credit' && { creditBalance: value.creditBalance }),
      ...(deniedReason && { deniedReason }),
    })
  },

  checkCustomer: ({ catalog, customer, now }, operation) => {
    const value = probe(catalog, customer, operation, now)
    return value ? ok(value) : refused('not_found')
  },

  checkBatch: ({ catalog, customer, now }, { featureSlugs }) => {
    if (featureSlugs.some((slug) => !featureBySlug(catalog, slug))) return refused('not_found')
    const values = featureSlugs.map((featureSlug) => [
      featureSlug,
      probe(catalog, customer, { featureSlug }, now),
    ])
    return ok(Object.fromEntries(values))
  },

  listEntitlements: ({ catalog, customer, now }) => {
    const data = catalog.features
      .filter((feature) => hasFeature(catalog, customer, feature))
      .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
      .map(({ slug, name }) => ({
        ...probe(catalog, customer, { featureSlug: slug }, now),
        featureName: name,
      }))
    return ok({ data, nextCursor: null })
  },

  readWallets: ({ customer, now }) =>
    ok(
      Object.fromEntries(
        [...customer.wallets].map(([id, wallet]) => [id, renderWallet(customer, wallet, now)]),
      ),
    ),

  readLedger: ({ customer }, { creditCurrencyId }) => {
    const wallet = customer.wallets.get(creditCurrencyId)
    const rows = wallet?.ledger.toReversed().slice(0, PAGE) ?? []
    return ok(wallet ? rows.map((row) => renderRow(customer, wallet, row)) : [])
  },

  readStats: ({ customer, now }, { creditCurrencyId }) => {
    const wallet = customer.wallets.get(creditCurrencyId)
    const series = Array.from({ length: DAYS }, (_, at) => {
      const date = dayOf(new Date(now.getTime() - (DAYS - 1 - at) * DAY_MS))
      const consumed = wallet?.consumed.get(date) ?? ZERO
      return { date, consumed: isPositive(consumed) ? toNumber(consumed) : 0 }
    })
    return ok({ creditCurrencyId, days: DAYS, series })
  },

  readMeter: ({ catalog, customer, now }, { metricId }) => {
    const metric = catalog.metrics.find(({ id }) => id === metricId)
    if (!metric) return refused('not_found')
    return ok({
      metricId,
      metricName: metric.name,
      ...meterReading(catalog, customer, metricId, now),
    })
  },

  readReservation: ({ customer, now }, { reservationId }) => {
    for (const wallet of customer.wallets.values()) {
      settle(wallet, now)
      const reservation = wallet.reservations.find(({ id }) => id === reservationId)
      if (reservation) return ok(renderReservation(customer, wallet, reservation))
    }
    return refused('not_found')
  },
}
