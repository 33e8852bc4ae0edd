import { catalogDocument } from '../../packages/contract/src/index.ts'
import { parseAmount } from '../../packages/server/src/kernel/amount.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { applyCatalogDocument } from '../../packages/server/src/modules/catalog/index.ts'
import {
  createApiKey,
  createOrganization,
} from '../../packages/server/src/modules/organizations/index.ts'
import { listOrganizations } from '../../packages/server/src/modules/organizations/read.ts'
import { encodeEffects } from '../../packages/server/src/modules/usage/track/effects.core.ts'
import { createDatabase } from '../../packages/server/src/platform/db/database.ts'
import { withTransaction } from '../../packages/server/src/platform/db/withTransaction.ts'
import type { Pool } from '../database.ts'

export const EVENT = 'api.call'
export const FEATURE = 'api-calls'

/** The benchmark merchant sells API calls for one credit each. */
export const merchantCatalog = {
  creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
  metrics: { calls: { name: 'Calls', eventName: EVENT, aggregation: 'sum' } },
  features: {
    [FEATURE]: {
      name: 'API calls',
      type: 'credit',
      metricId: 'calls',
      creditCurrencyId: 'credits',
      creditCost: { perUnit: '1' },
    },
  },
}

/** One environment of the benchmark merchant, with the ids that its rows refer to. */
export interface Merchant {
  environmentId: string
  apiKey: string
  metricId: string
  featureId: string
  creditCurrencyId: string
}

export async function seedMerchant(pool: Pool, encryptionKey: Uint8Array): Promise<Merchant> {
  await withTransaction(createDatabase(pool), (tx) =>
    createOrganization(tx, {
      name: 'Benchmark',
      defaultCurrency: 'usd',
      timezone: 'UTC',
      encryptionKey,
      now: systemClock.now(),
    }),
  )
  return stockEnvironment(pool, 'live', merchantCatalog)
}

/**
 * Gives an environment of the merchant an API key and a catalog in which one feature costs credits.
 */
export async function stockEnvironment(
  pool: Pool,
  kind: 'live' | 'sandbox',
  catalog: object,
): Promise<Merchant> {
  const now = systemClock.now()
  const { environmentId, apiKey } = await withTransaction(createDatabase(pool), async (tx) => {
    const [organization] = await listOrganizations(tx)
    const environment = organization?.environments.find((each) => each.kind === kind)
    if (!organization || !environment)
      throw new Error(`The organization has no ${kind} environment.`)
    const scope = {
      organizationId: organization.id,
      environmentId: environment.id,
      environment: kind,
      now,
    }
    await applyCatalogDocument(tx, scope, catalogDocument.parse(catalog))
    const key = await createApiKey(tx, { environment, scope: 'runtime', name: 'bench', now })
    return { environmentId: environment.id, apiKey: key.key }
  })
  const { rows } = await pool.query<Pick<Merchant, 'metricId' | 'featureId' | 'creditCurrencyId'>>(
    `SELECT id AS "featureId", metric_id AS "metricId", credit_currency_id AS "creditCurrencyId"
     FROM features WHERE environment_id = $1`,
    [environmentId],
  )
  const [feature] = rows
  if (!feature) throw new Error('The catalog of the benchmark has no feature.')
  return { environmentId, apiKey, ...feature }
}

/** Builds the effects of an event with the given number of calls, as track writes them. */
export function callEffects({ metricId }: Merchant, quantity: string, now: Date): string {
  const { start } = monthOf(now)
  const measure = { amount: parseAmount(quantity) }
  const counter = { metricId, span: 'month', slot: start, start, measure }
  return encodeEffects({ counters: [counter], accruals: [] })
}

/**
 * Returns the period of a customer's counter: a month in UTC, because all customers of the
 * benchmark have that time zone.
 */
export function monthOf(now: Date): { start: Date; end: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) }
}
