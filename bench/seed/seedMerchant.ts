import { catalogDocument } from '../../packages/contract/src/index.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { applyCatalogDocument } from '../../packages/server/src/modules/catalog/index.ts'
import {
  createApiKey,
  createOrganization,
} from '../../packages/server/src/modules/organizations/index.ts'
import { listOrganizations } from '../../packages/server/src/modules/organizations/read.ts'
import { createDatabase } from '../../packages/server/src/platform/db/database.ts'
import { withTransaction } from '../../packages/server/src/platform/db/withTransaction.ts'
import type { Pool } from '../machine/Pool.ts'
import { merchantCatalog } from './merchantCatalog.ts'

/** The merchant whose customers are loaded, and the ids that its rows refer to. */
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
    if (!organization || !environment) throw new Error('An organization has both environments.')
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
  if (!feature) throw new Error('The catalog of the benchmark has one feature.')
  return { environmentId, apiKey, ...feature }
}
