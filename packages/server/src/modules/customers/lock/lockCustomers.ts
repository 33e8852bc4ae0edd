import { randomInt } from 'node:crypto'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Session, sessionOf } from '../../../platform/db/session.ts'
import { currentTimeOf } from '../testClocks/testClocks.core.ts'
import {
  type CustomerSnapshot,
  type LookupKey,
  locateCustomers,
  readCustomerSnapshots,
} from './customerSnapshots.sql.ts'
import { holdTestClocks, writeStamps } from './customerStamps.sql.ts'

/** A customer that this transaction has locked. */
export interface LockedCustomer extends CustomerSnapshot {
  /** The stamp that this transaction has written. */
  stamp: number
  /** The stamp before this transaction. */
  previous: number
}

/**
 * Locks customers and everything that belongs to them, by updating their stamps. Their test clocks
 * stay at the same time until the transaction ends. The result omits customers that do not exist or
 * are deleted. Read all data of a locked customer in a later statement, because the snapshot of
 * this one is older than the lock.
 */
export async function lockCustomers(
  session: Session,
  keys: readonly LookupKey[],
): Promise<LockedCustomer[]> {
  const locations = inLockingOrder(locateCustomers(keys))
  const stamp = newStamp()
  const [stamped, snapshots] = await Promise.all([
    writeStamps(session, locations, stamp),
    readCustomerSnapshots(session, locations),
  ])
  const previousStamps = new Map(stamped.map((row) => [customerMapKey(row), row.previous]))
  const locked = snapshots.flatMap((snapshot) => {
    const previousStamp = previousStamps.get(snapshot.mapKey)
    // The customer was created after the lock statement and is not locked, so ignore it.
    return previousStamp === undefined ? [] : [{ ...snapshot, stamp, previous: previousStamp }]
  })
  return locked.some(({ frozenTime }) => frozenTime !== null) ? holdClocks(session, locked) : locked
}

/**
 * Locks the test clocks and reads their time again, because it may have changed since it was read.
 */
async function holdClocks(
  session: Session,
  locked: readonly LockedCustomer[],
): Promise<LockedCustomer[]> {
  const rows = await holdTestClocks(session, locked)
  const frozenTimes = new Map(rows.map((row) => [customerMapKey(row), row.frozenTime]))
  return locked.map((customer) => ({
    ...customer,
    frozenTime: frozenTimes.get(customer.mapKey) ?? null,
  }))
}

/** Sorts customers, because locking in different orders causes deadlocks. */
export const inLockingOrder = <Customer extends { mapKey: string }>(
  customers: readonly Customer[],
): Customer[] => [...customers].sort((a, b) => (a.mapKey < b.mapKey ? -1 : 1))

type LockScope = Pick<Scope, 'environmentId' | 'now'>

/**
 * Locks one customer as `lockCustomers` does. `now` is the time of the customer's test clock, or
 * the time of the scope without one.
 */
export async function lockCustomer(
  tx: Tx,
  scope: LockScope,
  customerId: string,
): Promise<{ customer: LockedCustomer; now: Date }> {
  const { customer, now } = await lockCustomerIfExists(tx, scope, customerId)
  if (!customer) throw notFound('customer', customerId)
  return { customer, now }
}

/** Returns `null` and the time of the scope if the customer does not exist or is deleted. */
export async function lockCustomerIfExists(
  tx: Tx,
  { environmentId, now }: LockScope,
  customerId: string,
): Promise<{ customer: LockedCustomer | null; now: Date }> {
  const [customer] = await lockCustomers(sessionOf(tx), [{ environmentId, customerId }])
  return customer ? { customer, now: currentTimeOf(customer, now) } : { customer: null, now }
}

/**
 * Generates the stamp that a transaction writes to the customers it locks. Every transaction gets a
 * different one, including a retry of a failed transaction.
 */
export const newStamp = (): number => randomInt(1, 2 ** 48 - 1)
