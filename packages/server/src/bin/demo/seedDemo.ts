import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { catalogDocument, putCustomerBody } from '@purser/contract'
import { systemClock } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { applyCatalogDocument } from '../../modules/catalog/index.ts'
import { putCustomer } from '../../modules/customers/index.ts'
import {
  type EnvironmentKind,
  formatApiKey,
  hashApiKey,
  type KeyScope,
} from '../../modules/organizations/core.ts'
import { createApiKey, createOrganization } from '../../modules/organizations/index.ts'
import {
  findApiKeyByHash,
  listOrganizations,
  type Organization,
} from '../../modules/organizations/read.ts'
import { attachPlan, grantCurrentPeriod } from '../../modules/subscriptions/index.ts'
import { hasBilledSubscription } from '../../modules/subscriptions/read.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { parseCatalogFile } from '../commands/catalogFile.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type DemoKeys, readCredentials, saveKeys } from './credentials.ts'
import { seedHistory } from './seedHistory.ts'

const DEMO = new URL('../../../demo/', import.meta.url)

const spell = (scope: KeyScope, kind: EnvironmentKind) => formatApiKey(scope, kind, randomBytes(32))

/**
 * Ensures that a demo merchant exists and that its keys are in the credentials file. Keys are saved
 * to the file before the database stores them. After a crash in between, the next start stores the
 * saved keys.
 */
export async function seedDemo(runtime: Runtime, config: Config): Promise<DemoKeys> {
  const { encryptionKey } = runtime
  const { db } = runtime.app
  const saved = await readCredentials(config)
  // A revoked key is replaced, unless the operator set it explicitly.
  const usable = async (key: string | undefined) =>
    key && !(await findApiKeyByHash(db, hashApiKey(key)))?.revokedAt ? key : undefined
  const keys: DemoKeys = {
    secretKey: config.demoSecretKey ?? (await usable(saved.secretKey)) ?? spell('full', 'sandbox'),
    publishableKey: (await usable(saved.publishableKey)) ?? spell('publishable', 'sandbox'),
    liveSecretKey: (await usable(saved.liveSecretKey)) ?? spell('full', 'live'),
    livePublishableKey: (await usable(saved.livePublishableKey)) ?? spell('publishable', 'live'),
  }
  await saveKeys(config, keys)
  const isNew = await withTransaction(db, async (tx) => {
    const [organization] = await listOrganizations(tx)
    const merchant = organization ?? (await createDemo(tx, encryptionKey))
    await storeKey(tx, merchant, 'sandbox', 'full', keys.secretKey)
    await storeKey(tx, merchant, 'sandbox', 'publishable', keys.publishableKey)
    await storeKey(tx, merchant, 'live', 'full', keys.liveSecretKey)
    await storeKey(tx, merchant, 'live', 'publishable', keys.livePublishableKey)
    return organization === undefined
  })
  if (isNew) await seedHistory(runtime.createAppAt, keys.secretKey, systemClock.now())
  return keys
}

async function storeKey(
  tx: Tx,
  organization: Organization,
  kind: EnvironmentKind,
  scope: KeyScope,
  value: string,
): Promise<void> {
  const stored = await findApiKeyByHash(tx, hashApiKey(value))
  if (stored?.revokedAt) {
    throw new ConfigError([
      'PURSER_SECRET_KEY contains a revoked key. Set it to another key, or remove it.',
    ])
  }
  const environment = organization.environments.find((candidate) => candidate.kind === kind)
  if (stored || !environment) return
  await createApiKey(tx, { environment, scope, name: 'demo', value, now: systemClock.now() })
}

async function createDemo(tx: Tx, encryptionKey: Uint8Array): Promise<Organization> {
  const now = systemClock.now()
  const organization = await createOrganization(tx, {
    name: 'Pixelmill',
    defaultCurrency: 'usd',
    timezone: 'UTC',
    encryptionKey,
    now,
  })
  const sandbox = organization.environments.find(({ kind }) => kind === 'sandbox')
  if (!sandbox) return organization
  const scope: Scope = {
    organizationId: organization.id,
    environmentId: sandbox.id,
    environment: 'sandbox',
    now,
  }
  const catalog = parseCatalogFile(await readFile(new URL('catalog.yaml', DEMO), 'utf8'))
  await applyCatalogDocument(tx, scope, catalogDocument.parse(catalog))
  const customers = JSON.parse(await readFile(new URL('customers.json', DEMO), 'utf8'))
  for (const { id, planId, ...customer } of customers as { id: string; planId: string }[]) {
    await putCustomer(tx, hasBilledSubscription, scope, id, putCustomerBody.parse(customer))
    const subscription = await attachPlan(tx, scope, { customerId: id, planId })
    await grantCurrentPeriod(tx, scope, subscription)
  }
  return organization
}
