import { customerName } from '../../../kernel/customerName.ts'
import { newStamp } from '../../../kernel/stamp.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import {
  type CustomerStanding,
  type LookupKey,
  locateCustomers,
  readCustomers,
} from './customerSnapshots.sql.ts'

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

/**
 * The one lock of everything that belongs to a customer: its stamp. A test clock that it lives by
 * stands still until the transaction ends, so that all of it is done at one instant. Customers that do not exist, or
 * were deleted, are absent. What is read under the lock must be read by a later statement: this
 * one's snapshot is from before the wait.
 */
export async function lockCustomers(
  session: Session,
  keys: readonly LookupKey[],
): Promise<LockedCustomer[]> {
  const locations = inLockingOrder(locateCustomers(keys))
  const stamp = newStamp()
  const [stamped, snapshots] = await Promise.all([
    session.query<{ environmentId: string; customerId: string; previous: number }>(LOCK, [
      arrayLiteral(locations, ({ bucket }) => bucket),
      arrayLiteral(locations, ({ environmentId }) => environmentId),
      arrayLiteral(locations, ({ customerId }) => customerId),
      stamp,
    ]),
    readCustomers(session, locations),
  ])
  const previousStamps = new Map(stamped.map((row) => [customerName(row), row.previous]))
  const locked = snapshots.flatMap((snapshot) => {
    const previousStamp = previousStamps.get(snapshot.name)
    // Made since we looked, and so not locked: it is as if it were made afterwards.
    return previousStamp === undefined ? [] : [{ ...snapshot, stamp, previous: previousStamp }]
  })
  return locked.some(({ frozenTime }) => frozenTime !== null) ? holdClocks(session, locked) : locked
}

/** The time that they live in, which may have gone on since it was read, does not go on any more. */
async function holdClocks(
  session: Session,
  locked: readonly LockedCustomer[],
): Promise<LockedCustomer[]> {
  const rows = await session.query<{ environmentId: string; customerId: string; frozenTime: Date }>(
    HOLD_CLOCKS,
    [
      arrayLiteral(locked, ({ bucket }) => bucket),
      arrayLiteral(locked, ({ environmentId }) => environmentId),
      arrayLiteral(locked, ({ customerId }) => customerId),
    ],
  )
  const frozenTimes = new Map(rows.map((row) => [customerName(row), row.frozenTime]))
  return locked.map((customer) => ({
    ...customer,
    frozenTime: frozenTimes.get(customer.name) ?? null,
  }))
}

/** Sorted, because unordered locking deadlocks at once. */
export const inLockingOrder = <Customer extends { name: string }>(
  customers: readonly Customer[],
): Customer[] => [...customers].sort((a, b) => (a.name < b.name ? -1 : 1))
