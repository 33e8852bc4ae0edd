import { randomBytes } from 'node:crypto'
import { newId } from '../../../kernel/ids.ts'
import { seal } from '../../../kernel/seal.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { insertEnvironment, insertOrganization, type Organization } from './organizations.sql.ts'

interface NewOrganization {
  name: string
  defaultCurrency: string
  timezone: string
  encryptionKey: Uint8Array
  now: Date
}

/** Creates an organization with its two environments, sandbox and live. */
export async function createOrganization(
  tx: Tx,
  { name, defaultCurrency, timezone, encryptionKey, now }: NewOrganization,
): Promise<Organization> {
  const organizationId = newId('organization')
  await insertOrganization(tx, organizationId, name, now)
  const environments = (['sandbox', 'live'] as const).map((kind) => ({
    id: newId('environment'),
    kind,
  }))
  for (const environment of environments) {
    await insertEnvironment(tx, {
      ...environment,
      organizationId,
      name,
      defaultCurrency,
      timezone,
      portalSecret: seal(randomBytes(32), encryptionKey),
      now,
    })
  }
  return { id: organizationId, name, environments }
}
