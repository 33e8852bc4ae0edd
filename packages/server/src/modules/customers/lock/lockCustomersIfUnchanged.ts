import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import { inLockingOrder, newStamp } from './lockCustomers.ts'

/** A customer with the stamp under which the caller's cached data was valid. */
export interface StampedCustomer {
  mapKey: string
  bucket: number
  environmentId: string
  customerId: string
  stamp: number
}

const LOCK: Statement = {
  name: 'lock-unchanged-customers',
  text: `
    WITH locked AS (
      INSERT INTO customer_stamps AS s (bucket, environment_id, customer_id, stamp, previous)
      SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), $5::bigint,
        unnest($4::bigint[])
      ON CONFLICT (bucket, environment_id, customer_id) DO UPDATE
      SET stamp = excluded.stamp, previous = excluded.previous WHERE s.stamp = excluded.previous
      RETURNING 1
    )
    SELECT expect_unchanged(
      (SELECT count(*) FROM locked) = cardinality($1::smallint[]) AND NOT EXISTS (
        SELECT FROM (
          SELECT unnest($6::text[]) AS environment_id, unnest($7::bigint[]) AS version
        ) AS known
        JOIN catalog_heads h ON h.environment_id = known.environment_id
        WHERE h.version > known.version))`,
}

/**
 * Locks customers whose data the caller has cached. Fails if a customer has a different stamp or an
 * environment has a newer catalog. A failure also cancels the statements that were pipelined after
 * this one. Returns the new stamp without waiting for the response.
 */
export function lockCustomersIfUnchanged(
  session: Session,
  customers: readonly StampedCustomer[],
  catalogVersions: ReadonlyMap<string, number>,
): { stamp: number; locked: Promise<unknown> } {
  const sorted = inLockingOrder(customers)
  const stamp = newStamp()
  const catalogs = [...catalogVersions]
  const locked = session.query(LOCK, [
    arrayLiteral(sorted, ({ bucket }) => bucket),
    arrayLiteral(sorted, ({ environmentId }) => environmentId),
    arrayLiteral(sorted, ({ customerId }) => customerId),
    arrayLiteral(sorted, (customer) => customer.stamp),
    stamp,
    arrayLiteral(catalogs, ([environmentId]) => environmentId),
    arrayLiteral(catalogs, ([, version]) => version),
  ])
  return { stamp, locked }
}
