import type { PlanEntitlement } from '@purser/contract'
import { arrayLiteral } from '../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../platform/db/session.ts'

interface CustomerKey {
  environmentId: string
  customerId: string
  bucket: number
}

type WithoutFeature<E> = E extends PlanEntitlement ? Omit<E, 'featureSlug'> : never

/** What a customer has of a feature whatever its plans say. */
export interface StoredOverride {
  environmentId: string
  customerId: string
  featureId: string
  /** null when access is denied. */
  terms: WithoutFeature<PlanEntitlement> | null
}

/** OFFSET 0 keeps it a look-up for each customer, whatever the statistics say. */
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

/** All overrides of these customers. */
export const readOverrides = (
  session: Session,
  customers: readonly CustomerKey[],
): Promise<StoredOverride[]> =>
  session.query(OVERRIDES, [
    arrayLiteral(customers, ({ bucket }) => bucket),
    arrayLiteral(customers, ({ environmentId }) => environmentId),
    arrayLiteral(customers, ({ customerId }) => customerId),
  ])
