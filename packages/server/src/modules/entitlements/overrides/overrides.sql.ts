import type { PlanEntitlement } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'

interface CustomerKey {
  environmentId: string
  customerId: string
  bucket: number
}

type WithoutFeature<E> = E extends PlanEntitlement ? Omit<E, 'featureSlug'> : never
type Terms = WithoutFeature<PlanEntitlement>

interface StoredOverride {
  environmentId: string
  customerId: string
  featureId: string
  /** null when access is denied. */
  terms: Terms | null
}

/** OFFSET 0 makes the planner look up each customer by index. */
const OVERRIDES: Statement = {
  name: 'entitlement-overrides',
  text: `
    SELECT o.environment_id AS "environmentId", o.customer_id AS "customerId",
      o.feature_id AS "featureId", o.terms
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id
    ) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM entitlement_overrides o
      WHERE o.bucket = k.bucket AND o.environment_id = k.environment_id
        AND o.customer_id = k.customer_id
      OFFSET 0) AS o`,
}

export const readOverrides = (
  session: Session,
  customers: readonly CustomerKey[],
): Promise<StoredOverride[]> =>
  session.query(OVERRIDES, [
    arrayLiteral(customers, ({ bucket }) => bucket),
    arrayLiteral(customers, ({ environmentId }) => environmentId),
    arrayLiteral(customers, ({ customerId }) => customerId),
  ])

export interface OverrideRecord {
  /** null when access is denied. */
  terms: Terms | null
  createdAt: Date
  updatedAt: Date
}

const customerColumns = (scope: Scope, customerId: string) => ({
  bucket: bucketOf(scope.environmentId, customerId),
  environment_id: scope.environmentId,
  customer_id: customerId,
})

export async function saveOverride(
  tx: Tx,
  scope: Scope,
  customerId: string,
  featureId: string,
  terms: Terms | null,
): Promise<void> {
  const columns = {
    access: terms !== null,
    terms: terms && json(terms),
    updated_at: scope.now,
  }
  await tx
    .insertInto('entitlement_overrides')
    .values({
      ...customerColumns(scope, customerId),
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
  const { bucket, environment_id } = customerColumns(scope, customerId)
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
    terms: row.access ? (row.terms as Terms) : null,
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
  const { bucket, environment_id } = customerColumns(scope, customerId)
  const result = await tx
    .deleteFrom('entitlement_overrides')
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environment_id)
    .where('customer_id', '=', customerId)
    .where('feature_id', '=', featureId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
