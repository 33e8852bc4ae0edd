import { createHmac } from 'node:crypto'

interface SignedMessage {
  id: string
  at: Date
  body: string
  /** More than one while a secret is being replaced. */
  secrets: readonly string[]
}

const SECRET_PREFIX = 'whsec_'

/** The headers of the Standard Webhooks specification. */
export function signWebhook({ id, at, body, secrets }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const sign = (secret: string): string =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
