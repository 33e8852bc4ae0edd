import type { BodyOf, organizationEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Environment, getEnvironment, updateEnvironment } from './organizations.sql.ts'

/** Changes the settings and branding of one environment. */
export async function updateOrganization(
  tx: Tx,
  { environmentId, now }: Scope,
  changes: BodyOf<typeof organizationEndpoints.updateOrganization>,
): Promise<Environment> {
  await updateEnvironment(tx, environmentId, changes, now)
  return getEnvironment(tx, environmentId)
}
