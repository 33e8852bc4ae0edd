import { randomBytes } from 'node:crypto'
import { seal } from '../../kernel/seal.ts'

const SECRET_BYTES = 32

/** A secret in the form of the Standard Webhooks specification, and the same sealed for storage. */
export function newWebhookSecret(encryptionKey: Uint8Array): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: seal(Buffer.from(secret), encryptionKey) }
}
