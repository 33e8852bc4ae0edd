import { Webhook } from 'standardwebhooks'

interface SignedMessage {
  id: string
  at: Date
  body: string
  /** More than one while a secret is being replaced. */
  secrets: readonly string[]
}

/** The headers of the Standard Webhooks specification. */
export const signWebhook = ({ id, at, body, secrets }: SignedMessage): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})
