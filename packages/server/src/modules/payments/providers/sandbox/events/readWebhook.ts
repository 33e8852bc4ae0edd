import { ForgedWebhook, type PaymentProvider, type ProviderEvent } from '../../../provider.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  type SandboxEventData,
  SIGNATURE_HEADER,
  sandboxEventSubjects,
  verifySandboxWebhook,
  webhookSecretOf,
} from './webhook.core.ts'

interface SandboxEvent {
  id: string
  type: string
  data: SandboxEventData
}

const REASONS = {
  malformed: `The header ${SIGNATURE_HEADER} is missing or malformed.`,
  signature: 'The signature does not match the body.',
  stale: 'The signature is too old.',
  future: 'The signature is from the future.',
}

export const createReadWebhook =
  ({ environmentId, encryptionKey }: Sandbox): PaymentProvider['readWebhook'] =>
  async ({ body, headers, now }) => {
    const header = headers[SIGNATURE_HEADER]
    const signature = typeof header === 'string' ? header : ''
    const secret = webhookSecretOf(environmentId, encryptionKey)
    const verdict = verifySandboxWebhook(body, signature, secret, now)
    if (verdict !== 'genuine') throw new ForgedWebhook(verdict, REASONS[verdict])
    return { event: eventOf(parse(body)), signature }
  }

function parse(body: Buffer): SandboxEvent {
  let event: Partial<SandboxEvent> | null = null
  try {
    event = JSON.parse(body.toString('utf8'))
  } catch {
    // A signed body that is not JSON is refused below.
  }
  const { id, type, data } = event ?? {}
  if (typeof id !== 'string' || typeof type !== 'string' || typeof data?.id !== 'string') {
    throw new ForgedWebhook('malformed', 'The body is not an event of the sandbox provider.')
  }
  return { id, type, data }
}

/** Translates an event to the port's terms. */
function eventOf({ id, type, data }: SandboxEvent): ProviderEvent {
  const subject = (sandboxEventSubjects as Readonly<Record<string, string>>)[type]
  switch (subject) {
    case 'payment':
      return { id, kind: 'payment', providerPaymentId: data.id, attemptId: data.requestKey }
    case 'method':
      return { id, kind: 'method', providerMethodId: data.id, setupId: data.requestKey }
    case 'refund':
      return { id, kind: 'refund', providerRefundId: data.id, refundId: data.requestKey }
    case 'dispute':
      return { id, kind: 'dispute', providerDisputeId: data.id }
    default:
      return { id, kind: 'ignored', type }
  }
}
