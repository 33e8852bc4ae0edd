import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

/**
 * The hash of kernel/bucket.ts in SQL: the first four bytes of the SHA-256 of environment, NUL and
 * customer, modulo 256.
 */
const bucketOf = (environment: string, customer: string) =>
  `get_byte(sha256(convert_to(${environment}, 'UTF8') || '\\x00'::bytea || convert_to(${customer}, 'UTF8')), 3)`

export const customerInvariants: readonly Invariant[] = [
  {
    name: 'a customer is in the bucket of its id',
    sql: `SELECT id AS broken FROM customers WHERE bucket <> ${bucketOf('environment_id', 'id')}`,
  },
  {
    name: 'a deleted customer is anonymous',
    sql: `SELECT id AS broken FROM customers
          WHERE deleted_at IS NOT NULL AND (name IS NOT NULL OR email IS NOT NULL OR metadata <> '{}')`,
  },
  {
    name: 'a customer on a test clock is in a sandbox',
    sql: `SELECT c.id AS broken FROM customers c JOIN environments e ON e.id = c.environment_id
          WHERE c.test_clock_id IS NOT NULL AND e.kind <> 'sandbox'`,
  },
]
