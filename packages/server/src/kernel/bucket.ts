import { hash } from 'node:crypto'
import { BoundedMap } from './BoundedMap.ts'
import { customerMapKey } from './customerMapKey.ts'

const MAX_CACHED = 50_000
const cache = new BoundedMap<string, number>(MAX_CACHED)

/**
 * Computes the bucket of a customer's rows, a fixed hash of environment and customer from 0 to 255.
 */
export const bucketOf = (environmentId: string, customerId: string): number =>
  bucketOfCustomer(customerMapKey({ environmentId, customerId }))

/** Computes the bucket from the result of `customerMapKey`. */
export function bucketOfCustomer(mapKey: string): number {
  let bucket = cache.get(mapKey)
  if (bucket === undefined) {
    // Never change this hash: rows are stored under it, and a distributed database is sharded by
    // it. It is the first four bytes of the hash modulo 256, which is the fourth byte.
    bucket = Number.parseInt(hash('sha256', mapKey, 'hex').slice(6, 8), 16)
    cache.set(mapKey, bucket)
  }
  return bucket
}
