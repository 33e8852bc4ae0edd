import type { Tx } from '../../../platform/db/database.ts'
import { markRevoked } from './apiKeys.sql.ts'

/** Revokes the key with this id or visible prefix; null when there is none, or more than one. */
export async function revokeApiKey(
  tx: Tx,
  idOrPrefix: string,
  now: Date,
): Promise<{ id: string; prefix: string } | null> {
  const [row, ...others] = await markRevoked(tx, idOrPrefix, now)
  if (others.length > 0) throw new Error(`"${idOrPrefix}" fits several keys; name one by its id.`)
  return row ?? null
}
