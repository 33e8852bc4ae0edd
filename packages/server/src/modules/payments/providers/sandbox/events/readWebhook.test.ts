import { expect, it } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { createReadWebhook } from './readWebhook.ts'
import { SIGNATURE_HEADER, signSandboxWebhook, webhookSecretOf } from './webhook.core.ts'

const encryptionKey = new Uint8Array(32).fill(7)
const environmentId = 'env_1'
const now = new Date('2026-01-15T12:00:00Z')
const readWebhook = createReadWebhook({ environmentId, encryptionKey } as Sandbox)

it.each([
  ['payment_intent.succeeded', { kind: 'payment', providerPaymentId: 'obj_1', attemptId: 'key_1' }],
  [
    'payment_intent.payment_failed',
    { kind: 'payment', providerPaymentId: 'obj_1', attemptId: 'key_1' },
  ],
  [
    'payment_intent.requires_action',
    { kind: 'payment', providerPaymentId: 'obj_1', attemptId: 'key_1' },
  ],
  ['payment_intent.canceled', { kind: 'payment', providerPaymentId: 'obj_1', attemptId: 'key_1' }],
  ['setup_intent.succeeded', { kind: 'method', providerMethodId: 'obj_1', setupId: 'key_1' }],
  ['payment_method.detached', { kind: 'method', providerMethodId: 'obj_1', setupId: 'key_1' }],
  ['refund.updated', { kind: 'refund', providerRefundId: 'obj_1', refundId: 'key_1' }],
  ['dispute.opened', { kind: 'dispute', providerDisputeId: 'obj_1' }],
  ['dispute.closed', { kind: 'dispute', providerDisputeId: 'obj_1' }],
  ['payout.paid', { kind: 'ignored', type: 'payout.paid' }],
])('translates %s', async (type, expected) => {
  const data = { id: 'obj_1', requestKey: 'key_1' }
  const body = Buffer.from(JSON.stringify({ id: 'evt_1', type, data }))
  const signature = signSandboxWebhook(body, webhookSecretOf(environmentId, encryptionKey), now)
  const headers = { [SIGNATURE_HEADER]: signature }
  const { event } = await readWebhook({ body, headers, now })
  expect(event).toEqual({ id: 'evt_1', ...expected })
})
