import { createHmac, timingSafeEqual } from 'node:crypto'

const MARK = '_secret_'

/**
 * What lets a browser work on one intent and nothing else. It is derived and not stored: whoever
 * reads the book cannot open a form, and asking twice gives the same one.
 */
export const clientSecretOf = (
  intent: { environmentId: string; id: string },
  encryptionKey: Uint8Array,
): string => `${intent.id}${MARK}${derive(intent, encryptionKey).toString('base64url')}`

/** The intent that a secret claims to be of; it is to be checked against that intent. */
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
