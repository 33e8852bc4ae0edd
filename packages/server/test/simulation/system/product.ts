import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The modules of the product that the simulation uses. */
const MODULES = {
  app: 'app.ts',
  errors: 'kernel/errors.ts',
  customers: 'modules/customers/index.ts',
  webhook: 'modules/payments/providers/sandbox/events/webhook.core.ts',
  clientSecret: 'modules/payments/providers/sandbox/forms/clientSecret.core.ts',
  forms: 'modules/payments/providers/sandbox/forms/sandboxForms.ts',
  sweeper: 'modules/credits/wallet/settleDueWallets.ts',
  credits: 'modules/credits/index.ts',
  grants: 'modules/credits/grants/getGrant.ts',
  organizations: 'modules/organizations/index.ts',
  subscriptions: 'modules/subscriptions/index.ts',
  invariants: 'platform/db/invariants/checkInvariants.ts',
  database: 'platform/db/database.ts',
  pool: 'platform/db/pool.ts',
  transaction: 'platform/db/withTransaction.ts',
  logger: 'platform/logger.ts',
} as const

export interface Product {
  app: typeof import('../../../src/app.ts')
  errors: typeof import('../../../src/kernel/errors.ts')
  customers: typeof import('../../../src/modules/customers/index.ts')
  webhook: typeof import('../../../src/modules/payments/providers/sandbox/events/webhook.core.ts')
  clientSecret: typeof import('../../../src/modules/payments/providers/sandbox/forms/clientSecret.core.ts')
  forms: typeof import('../../../src/modules/payments/providers/sandbox/forms/sandboxForms.ts')
  sweeper: typeof import('../../../src/modules/credits/wallet/settleDueWallets.ts')
  credits: typeof import('../../../src/modules/credits/index.ts')
  grants: typeof import('../../../src/modules/credits/grants/getGrant.ts')
  organizations: typeof import('../../../src/modules/organizations/index.ts')
  subscriptions: typeof import('../../../src/modules/subscriptions/index.ts')
  invariants: typeof import('../../../src/platform/db/invariants/checkInvariants.ts')
  database: typeof import('../../../src/platform/db/database.ts')
  pool: typeof import('../../../src/platform/db/pool.ts')
  transaction: typeof import('../../../src/platform/db/withTransaction.ts')
  logger: typeof import('../../../src/platform/logger.ts')
}

export const SOURCE = join(import.meta.dirname, '../../../src')

const urlOf = (file: string): string => pathToFileURL(join(SOURCE, file)).href

/** Loads the product from the given URLs. By default this is the product without a planted bug. */
export async function loadProduct(from: (file: string) => string = urlOf): Promise<Product> {
  const loaded = await Promise.all(
    Object.entries(MODULES).map(async ([name, path]) => [
      name,
      await import(/* @vite-ignore */ from(path)),
    ]),
  )
  return Object.fromEntries(loaded) as Product
}
