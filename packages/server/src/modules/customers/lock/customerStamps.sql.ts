import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { CustomerLocation } from './customerSnapshots.sql.ts'

/** INSERT locks rows in the order of its SELECT, regardless of statistics. */
const LOCK: Statement = {
  name: 'lock-customers',
  text: `
    INSERT INTO customer_stamps AS s (bucket, environment_id, customer_id, stamp, previous)
    SELECT c.bucket, c.environment_id, c.id, $4::bigint, 0
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS id
    ) AS k
    CROSS JOIN LATERAL (
      SELECT c.bucket, c.environment_id, c.id FROM customers c
      WHERE c.bucket = k.bucket AND c.environment_id = k.environment_id AND c.id = k.id
      LIMIT 1) AS c
    ON CONFLICT (bucket, environment_id, customer_id) DO UPDATE
    SET stamp = excluded.stamp, previous = s.stamp
    RETURNING environment_id AS "environmentId", customer_id AS "customerId", previous`,
}

/** Writes the stamp of customers that exist, and returns their stamps from before. */
export const writeStamps = (
  session: Session,
  customers: readonly CustomerLocation[],
  stamp: number,
): Promise<{ environmentId: string; customerId: string; previous: number }[]> =>
  session.query(LOCK, [
    arrayLiteral(customers, ({ bucket }) => bucket),
    arrayLiteral(customers, ({ environmentId }) => environmentId),
    arrayLiteral(customers, ({ customerId }) => customerId),
    stamp,
  ])

/** A customer with the stamp under which the caller's cached data was valid. */
export interface StampedCustomer {
  mapKey: string
  bucket: number
  environmentId: string
  customerId: string
  stamp: number
}

const LOCK_UNCHANGED: Statement = {
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

/** Fails if a customer has a different stamp or an environment has a newer catalog. */
export const writeStampsIfUnchanged = (
  session: Session,
  customers: readonly StampedCustomer[],
  catalogVersions: ReadonlyMap<string, number>,
  stamp: number,
): Promise<unknown> => {
  const catalogs = [...catalogVersions]
  return session.query(LOCK_UNCHANGED, [
    arrayLiteral(customers, ({ bucket }) => bucket),
    arrayLiteral(customers, ({ environmentId }) => environmentId),
    arrayLiteral(customers, ({ customerId }) => customerId),
    arrayLiteral(customers, (customer) => customer.stamp),
    stamp,
    arrayLiteral(catalogs, ([environmentId]) => environmentId),
    arrayLiteral(catalogs, ([, version]) => version),
  ])
}

const HOLD_CLOCKS: Statement = {
  name: 'hold-clocks',
  text: `
    SELECT c.environment_id AS "environmentId", c.id AS "customerId", t.frozen_time AS "frozenTime"
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS id
    ) AS k
    JOIN customers c ON c.bucket = k.bucket AND c.environment_id = k.environment_id AND c.id = k.id
    JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
    FOR SHARE OF t`,
}

/** Locks the test clocks of customers and reads their time. */
export const holdTestClocks = (
  session: Session,
  customers: readonly CustomerLocation[],
): Promise<{ environmentId: string; customerId: string; frozenTime: Date }[]> =>
  session.query(HOLD_CLOCKS, [
    arrayLiteral(customers, ({ bucket }) => bucket),
    arrayLiteral(customers, ({ environmentId }) => environmentId),
    arrayLiteral(customers, ({ customerId }) => customerId),
  ])
