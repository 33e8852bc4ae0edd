import { hash } from 'node:crypto'

/** The bucket of a customer's rows: a fixed hash of environment and customer, from 0 to 255. */
export function bucketOf(environmentId: string, customerId: string): number {
  // Never change: rows are stored under it, and a distributed database is sharded by it. It is the
  // first four bytes of the hash modulo 256, which is the fourth byte.
  return Number.parseInt(hash('sha256', `${environmentId}\0${customerId}`, 'hex').slice(6, 8), 16)
}
