import { hash } from 'node:crypto'
import { BoundedMap } from './BoundedMap.ts'
import { customerName } from './customerName.ts'

const MAX_CACHED = 50_000
const cache = new BoundedMap<string, number>(MAX_CACHED)

/**
 * Computes the bucket of a customer's rows, a fixed hash of environment and customer from 0 to 255.
 */
export const bucketOf = (environmentId: string, customerId: string): number =>
  bucketOfCustomer(customerName({ environmentId, customerId }))

/** Does the same with the result of `customerName`. */
export function bucketOfCustomer(name: string): number {
  let bucket = cache.get(name)
  if (bucket === undefined) {
    // Never change this hash: rows are stored under it, and a distributed database is sharded by
    // it. It is the first four bytes of the hash modulo 256, which is the fourth byte.
    bucket = Number.parseInt(hash('sha256', name, 'hex').slice(6, 8), 16)
    cache.set(name, bucket)
  }
  return bucket
}
