import type { Tx } from '../../../platform/db/database.ts'
import { markRevoked } from './apiKeys.sql.ts'

/**
 * Revokes the key with this id or visible prefix. Returns null if there is none. Throws if the
 * prefix matches several keys.
 */
export async function revokeApiKey(
  tx: Tx,
  idOrPrefix: string,
  now: Date,
): Promise<{ id: string; prefix: string } | null> {
  const [row, ...others] = await markRevoked(tx, idOrPrefix, now)
  if (others.length > 0)
    throw new Error(`"${idOrPrefix}" matches several keys. Use the id of one key.`)
  return row ?? null
}
