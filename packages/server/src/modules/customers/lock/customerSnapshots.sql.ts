import { bucketOfCustomer } from '../../../kernel/bucket.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { CollectionMethod } from '../customer/customerTerms.core.ts'

interface CustomerKey {
  environmentId: string
  customerId: string
}

/** The data of a customer that the hot path needs, with the versions that validate its caches. */
export interface CustomerSnapshot extends CustomerKey {
  /** Built by `customerMapKey`. */
  mapKey: string
  bucket: number
  timezone: string
  collectionMethod: CollectionMethod
  /** Increases with every change of the customer's rights. */
  rightsVersion: number
  catalogVersion: number
  /** The time of the customer's test clock; null without a test clock. */
  frozenTime: Date | null
}

/** Callers that already know the bucket and the map key pass them to save the computation. */
export type LookupKey = CustomerKey & { bucket?: number; mapKey?: string }

/** The columns to select from the rows that `JOIN_CUSTOMER_SNAPSHOTS` finds. */
export const CUSTOMER_SNAPSHOT_COLUMNS = `
  c.timezone, c.collection_method AS "collectionMethod", c.rights_version AS "rightsVersion",
  coalesce(h.version, 0) AS "catalogVersion", t.frozen_time AS "frozenTime"`

/**
 * Finds the customers of the keys `k`, one by one and in the order of the keys. PostgreSQL does not
 * flatten a LATERAL with a LIMIT, so the plan does not depend on statistics.
 */
export const JOIN_CUSTOMER_SNAPSHOTS = `
  CROSS JOIN LATERAL (
    SELECT * FROM customers c
    WHERE c.bucket = k.bucket AND c.environment_id = k.environment_id AND c.id = k.customer_id
      AND c.deleted_at IS NULL
    LIMIT 1) AS c
  LEFT JOIN catalog_heads h ON h.environment_id = k.environment_id
  LEFT JOIN test_clocks t ON t.environment_id = k.environment_id AND t.id = c.test_clock_id`

const READ: Statement = {
  name: 'read-customers',
  text: `
    SELECT k.position, ${CUSTOMER_SNAPSHOT_COLUMNS}
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id,
        generate_series(0, cardinality($1::smallint[]) - 1) AS position
    ) AS k
    ${JOIN_CUSTOMER_SNAPSHOTS}`,
}

export type CustomerSnapshotRow = Omit<CustomerSnapshot, keyof CustomerLocation>

/**
 * Copies field by field, because this runs for every check and a spread is several times slower.
 */
export const toCustomerSnapshot = (
  location: CustomerLocation,
  row: CustomerSnapshotRow,
): CustomerSnapshot => ({
  environmentId: location.environmentId,
  customerId: location.customerId,
  mapKey: location.mapKey,
  bucket: location.bucket,
  timezone: row.timezone,
  collectionMethod: row.collectionMethod,
  rightsVersion: row.rightsVersion,
  catalogVersion: row.catalogVersion,
  frozenTime: row.frozenTime,
})

/** Reads customers. The result omits customers that do not exist or are deleted. */
export async function readCustomerSnapshots(
  session: Session,
  keys: readonly LookupKey[],
): Promise<CustomerSnapshot[]> {
  const locations = locateCustomers(keys)
  const rows = await session.query<CustomerSnapshotRow & { position: number }>(READ, [
    arrayLiteral(locations, ({ bucket }) => bucket),
    arrayLiteral(locations, ({ environmentId }) => environmentId),
    arrayLiteral(locations, ({ customerId }) => customerId),
  ])
  return rows.map((row) => {
    const location = locations[row.position]
    invariant(location, 'every row belongs to a requested customer')
    return toCustomerSnapshot(location, row)
  })
}

/** A customer key with its bucket and its map key. */
export type CustomerLocation = CustomerKey & { bucket: number; mapKey: string }

export const locateCustomers = (keys: readonly LookupKey[]): CustomerLocation[] =>
  keys.map((key) => {
    const { environmentId, customerId, mapKey = customerMapKey(key) } = key
    return { environmentId, customerId, mapKey, bucket: key.bucket ?? bucketOfCustomer(mapKey) }
  })
