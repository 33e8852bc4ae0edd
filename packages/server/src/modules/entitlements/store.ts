import { bucketOf } from '../../kernel/bucket.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { EntitlementTerms } from '../catalog/index.ts'
import type { Override } from '../usage/index.ts'

export interface OverrideRecord {
  override: Override
  createdAt: Date
  updatedAt: Date
}

const key = (scope: Scope, customerId: string) => ({
  bucket: bucketOf(scope.environmentId, customerId),
  environment_id: scope.environmentId,
  customer_id: customerId,
})

export async function saveOverride(
  tx: Tx,
  scope: Scope,
  customerId: string,
  featureId: string,
  override: Override,
): Promise<void> {
  const columns = {
    access: override.access,
    terms: override.access ? json(override.terms) : null,
    updated_at: scope.now,
  }
  await tx
    .insertInto('entitlement_overrides')
    .values({
      ...key(scope, customerId),
      feature_id: featureId,
      ...columns,
      created_at: scope.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'environment_id', 'customer_id', 'feature_id'])
        .doUpdateSet(columns),
    )
    .execute()
}

export async function findOverride(
  tx: Tx,
  scope: Scope,
  customerId: string,
  featureId: string,
): Promise<OverrideRecord | null> {
  const { bucket, environment_id } = key(scope, customerId)
  const row = await tx
    .selectFrom('entitlement_overrides')
    .select(['access', 'terms', 'created_at', 'updated_at'])
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environment_id)
    .where('customer_id', '=', customerId)
    .where('feature_id', '=', featureId)
    .executeTakeFirst()
  if (!row) return null
  return {
    override: row.access
      ? { access: true, terms: row.terms as EntitlementTerms }
      : { access: false },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function removeOverride(
  tx: Tx,
  scope: Scope,
  customerId: string,
  featureId: string,
): Promise<boolean> {
  const { bucket, environment_id } = key(scope, customerId)
  const result = await tx
    .deleteFrom('entitlement_overrides')
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environment_id)
    .where('customer_id', '=', customerId)
    .where('feature_id', '=', featureId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
