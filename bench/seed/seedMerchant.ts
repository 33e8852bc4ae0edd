import { catalogDocument } from '../../packages/contract/src/index.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { applyCatalogDocument } from '../../packages/server/src/modules/catalog/index.ts'
import {
  createApiKey,
  createOrganization,
} from '../../packages/server/src/modules/organizations/index.ts'
import { createDatabase } from '../../packages/server/src/platform/db/database.ts'
import { withTransaction } from '../../packages/server/src/platform/db/withTransaction.ts'
import type { Pool } from '../machine/Pool.ts'
import { merchantCatalog } from './merchantCatalog.ts'

/** Whose customers are loaded, and the ids that its rows refer to. */
export interface Merchant {
  environmentId: string
  apiKey: string
  metricId: string
  featureId: string
  creditCurrencyId: string
}

export async function seedMerchant(pool: Pool, encryptionKey: Uint8Array): Promise<Merchant> {
  const now = systemClock.now()
  const { environmentId, apiKey } = await withTransaction(createDatabase(pool), async (tx) => {
    const { id: organizationId, environments } = await createOrganization(tx, {
      name: 'Benchmark',
      defaultCurrency: 'usd',
      timezone: 'UTC',
      encryptionKey,
      now,
    })
    const environment = environments.find(({ kind }) => kind === 'live')
    if (!environment) throw new Error('An organization has a live environment.')
    const scope = {
      organizationId,
      environmentId: environment.id,
      environment: 'live',
      now,
    } as const
    await applyCatalogDocument(tx, scope, catalogDocument.parse(merchantCatalog))
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
