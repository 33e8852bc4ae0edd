import { createHmac, timingSafeEqual } from 'node:crypto'

const MARK = '_secret_'

/**
 * Returns the secret that lets a browser use one intent. Repeated calls return the same secret. It
 * is derived and not stored, so a copy of the database is not enough to open a form.
 */
export const clientSecretOf = (
  intent: { environmentId: string; id: string },
  encryptionKey: Uint8Array,
): string => `${intent.id}${MARK}${derive(intent, encryptionKey).toString('base64url')}`

/**
 * Extracts the intent id that a secret claims. The caller must verify the secret against that
 * intent.
 */
export function intentIdOf(clientSecret: string): string | null {
  const at = clientSecret.indexOf(MARK)
  return at <= 0 ? null : clientSecret.slice(0, at)
}

export function isClientSecretOf(
  intent: { environmentId: string; id: string },
  clientSecret: string,
  encryptionKey: Uint8Array,
): boolean {
  const actual = Buffer.from(clientSecret)
  const expected = Buffer.from(clientSecretOf(intent, encryptionKey))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const derive = (
  { environmentId, id }: { environmentId: string; id: string },
  encryptionKey: Uint8Array,
): Buffer =>
  createHmac('sha256', encryptionKey)
    .update(JSON.stringify(['sandbox client secret', environmentId, id]))
    .digest()
