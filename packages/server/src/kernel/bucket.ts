import { createHash } from 'node:crypto'

/** Never change: rows are stored under it, and a distributed database is sharded by it. */
const BUCKETS = 256

/** The bucket of a customer's rows: a fixed hash of environment and customer. */
export function bucketOf(environmentId: string, customerId: string): number {
  const digest = createHash('sha256').update(environmentId).update('\0').update(customerId).digest()
  return digest.readUInt32BE(0) % BUCKETS
}
