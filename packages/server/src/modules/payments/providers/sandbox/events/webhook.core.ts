import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'sandbox-signature'

/** The largest accepted difference between a signature's time and ours. */
const TOLERANCE_MS = 5 * 60 * 1000

/** The kind of object that each event type is about. */
export const sandboxEventSubjects = {
  'payment_intent.succeeded': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.requires_action': 'payment',
  'payment_intent.canceled': 'payment',
  'setup_intent.succeeded': 'method',
  'payment_method.detached': 'method',
  'refund.updated': 'refund',
  'dispute.opened': 'dispute',
  'dispute.closed': 'dispute',
} as const
export type SandboxEventType = keyof typeof sandboxEventSubjects

export interface SandboxEventData {
  /** The id of the payment, method, refund or dispute. */
  id: string
  /** The idempotency key of the payment, refund or form. */
  requestKey: string | null
}

/** Returns the secret that signs an environment's events. It is derived, so it is not stored. */
export const webhookSecretOf = (environmentId: string, encryptionKey: Uint8Array): Buffer =>
  createHmac('sha256', encryptionKey)
    .update(JSON.stringify(['sandbox webhook secret', environmentId]))
    .digest()

export function signSandboxWebhook(body: Uint8Array, secret: Uint8Array, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000))
  return `t=${seconds},v1=${sign(seconds, body, secret)}`
}

/** Checks a signature and its age. */
export function verifySandboxWebhook(
  body: Uint8Array,
  header: string,
  secret: Uint8Array,
  now: Date,
): 'genuine' | 'malformed' | 'signature' | 'stale' | 'future' {
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (seconds === undefined || signature === undefined) return 'malformed'
  const expected = sign(seconds, body, secret)
  // Check this before the age, so that a forger learns nothing about our clock.
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return 'signature'
  const age = now.getTime() - Number(seconds) * 1000
  if (age > TOLERANCE_MS) return 'stale'
  return age < -TOLERANCE_MS ? 'future' : 'genuine'
}

const sign = (seconds: string, body: Uint8Array, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
