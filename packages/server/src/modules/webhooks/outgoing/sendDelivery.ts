import { unseal } from '../../../kernel/seal.ts'
import { type GuardedFetch, OutboundError } from '../../../platform/net/guardedFetch.ts'
import { type DeliveryOutcome, judgeAnswer, noAnswer } from './answer.core.ts'
import type { ClaimedDelivery, DeliveryAttempt } from './deliveries.sql.ts'
import { payloadOf } from './messages.sql.ts'
import { signWebhook } from './signWebhook.core.ts'

export interface SendOptions {
  fetch: GuardedFetch
  encryptionKey: Uint8Array
  timeoutMs: number
}

/** Only the status matters. Reading part of the body lets the other side finish. */
const MAX_ANSWER_BYTES = 64 * 1_024

/** Sends a message to its endpoint once and returns the outcome. Does not use the database. */
export async function sendDelivery(
  delivery: ClaimedDelivery,
  { fetch, encryptionKey, timeoutMs }: SendOptions,
  now: Date,
): Promise<DeliveryAttempt> {
  const body = JSON.stringify(payloadOf(delivery.kind, delivery.happenedAt, delivery.data))
  const secrets = secretsOf(delivery, now).map((sealed) => unseal(sealed, encryptionKey).toString())
  const startedAt = performance.now()
  const outcome = await fetch(delivery.url, {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Purser-Webhooks/1',
      ...signWebhook({ id: delivery.messageId, at: now, body, secrets }),
    },
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  }).then(
    ({ status, headers }): DeliveryOutcome => judgeAnswer(status, headers['retry-after'], now),
    (error: unknown) => {
      if (error instanceof OutboundError) return noAnswer(error.message)
      throw error
    },
  )
  return { ...outcome, attemptedAt: now, durationMs: Math.round(performance.now() - startedAt) }
}

/** The current secret, and the previous one until it expires. */
function secretsOf(delivery: ClaimedDelivery, now: Date): Buffer[] {
  const { sealedSecret, previousSealedSecret, previousSecretExpiresAt } = delivery
  const isPreviousGood = previousSecretExpiresAt !== null && previousSecretExpiresAt > now
  return isPreviousGood && previousSealedSecret
    ? [sealedSecret, previousSealedSecret]
    : [sealedSecret]
}
