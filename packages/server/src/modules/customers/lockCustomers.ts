import { customerName } from '../../kernel/customerName.ts'
import { newStamp } from '../../kernel/stamp.ts'
import { arrayLiteral } from '../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../platform/db/session.ts'
import { type CustomerStanding, type LookupKey, placesOf, readCustomers } from './read.ts'

/** A customer that this transaction has to itself. */
export interface LockedCustomer extends CustomerStanding {
  /** The stamp of this transaction. */
  stamp: number
  /** The stamp that was there before. */
  previous: number
}

/** Rows of an INSERT are taken in the order of its SELECT, whatever the statistics say. */
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

/**
 * The one lock of everything that belongs to a customer: its stamp. Customers that do not exist, or
 * were deleted, are absent. What is read under the lock must be read by a later statement: this
 * one's snapshot is from before the wait.
 */
export async function lockCustomers(
  session: Session,
  keys: readonly LookupKey[],
): Promise<LockedCustomer[]> {
  const places = inLockingOrder(placesOf(keys))
  const stamp = newStamp()
  const [stamped, standings] = await Promise.all([
    session.query<{ environmentId: string; customerId: string; previous: number }>(LOCK, [
      arrayLiteral(places, ({ bucket }) => bucket),
      arrayLiteral(places, ({ environmentId }) => environmentId),
      arrayLiteral(places, ({ customerId }) => customerId),
      stamp,
    ]),
    readCustomers(session, places),
  ])
  const previous = new Map(stamped.map((row) => [customerName(row), row.previous]))
  return standings.flatMap((standing) => {
    const before = previous.get(standing.name)
    // Made since we looked, and so not locked: it is as if it were made afterwards.
    return before === undefined ? [] : [{ ...standing, stamp, previous: before }]
  })
}

/** Sorted, because unordered locking deadlocks at once. */
export const inLockingOrder = <Place extends { name: string }>(places: readonly Place[]): Place[] =>
  [...places].sort((a, b) => (a.name < b.name ? -1 : 1))
