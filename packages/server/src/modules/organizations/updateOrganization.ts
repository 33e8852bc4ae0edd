import type { BodyOf, organizationEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Environment, getEnvironment } from './read.ts'
import { updateEnvironment } from './store.ts'

/** Changes settings and branding of this environment only. */
export async function updateOrganization(
  tx: Tx,
  { environmentId, now }: Scope,
  changes: BodyOf<typeof organizationEndpoints.updateOrganization>,
): Promise<Environment> {
  await updateEnvironment(tx, environmentId, changes, now)
  return getEnvironment(tx, environmentId)
}
