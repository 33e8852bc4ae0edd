import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { findFeature } from '../../catalog/read.ts'
import { bumpRightsVersion, lockCustomerIfExists } from '../../customers/index.ts'
import { removeOverride } from './overrides.sql.ts'

/** Removes an override, so that the customer's plans apply again. Returns the feature's slug. */
export async function deleteEntitlementOverride(
  tx: Tx,
  scope: Scope,
  customerId: string,
  featureSlug: string,
): Promise<string> {
  await lockCustomerIfExists(tx, scope, customerId)
  await bumpRightsVersion(tx, scope, customerId)
  const feature = await findFeature(tx, scope.environmentId, featureSlug)
  if (!feature || !(await removeOverride(tx, scope, customerId, feature.id))) {
    throw notFound('override of feature', featureSlug)
  }
  await emitEvent(tx, scope, {
    type: 'entitlement.changed',
    customerId,
    data: { featureSlug: feature.slug, type: feature.type, deleted: true },
  })
  return feature.slug
}
