import { customerName } from '../../kernel/customerName.ts'
import type { Session, Statement } from '../../platform/db/session.ts'
import { type CustomerStanding, type LookupKey, queryStandings, selectStandings } from './read.ts'

/** NO KEY, because rows that refer to a customer may be written meanwhile. */
const LOCK: Statement = {
  name: 'lock-customers',
  text: selectStandings('FOR NO KEY UPDATE'),
}

/**
 * The one lock of everything that changes a customer's credits or usage: its row, which is there
 * before any wallet or counter is. Customers that do not exist, or were deleted, are absent. What
 * is read under the lock must be read by a later statement: this one's snapshot is from before the wait.
 */
export const lockCustomers = (
  session: Session,
  keys: readonly LookupKey[],
): Promise<CustomerStanding[]> =>
  // Sorted, because unordered locking deadlocks at once; the statement locks in the order of its keys.
  queryStandings(session, LOCK, sorted(keys))

const sorted = (keys: readonly LookupKey[]): LookupKey[] =>
  keys
    .map((key) => ({ ...key, name: key.name ?? customerName(key) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
