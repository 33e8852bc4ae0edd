import { expect, test } from 'vitest'
import { describeRequest, describeResource, EXAMPLE_TIME } from './testing/describeResource.ts'
import {
  createWebhookEndpointBody,
  eventKind,
  updateWebhookEndpointBody,
  webhookEndpoint,
  webhookMessage,
} from './webhooks.ts'

/** The kinds that the interface specifies, plus disputes and disabled endpoints. */
const kinds =
  'customer.created|updated subscription.created|activated|updated|past_due|canceled|trial_will_end invoice.finalized|paid|payment_failed|voided payment.succeeded|failed|refunded|disputed|dispute_closed credits.granted|depleted|low|expired topup.succeeded|failed|skipped reservation.expired entitlement.changed|limit_reached checkout.completed|expired payment_method.attached|detached|expiring webhook_endpoint.disabled onboarding.completed|failed'

test('the contract lists exactly the documented kinds of events', () => {
  const listed = kinds.split(' ').flatMap((group) => {
    const [subject = '', verbs = ''] = group.split('.')
    return verbs.split('|').map((verb) => `${subject}.${verb}`)
  })
  expect(eventKind.options).toEqual(listed)
})

describeResource(
  'webhook endpoint',
  webhookEndpoint,
  {
    id: 'whe_1',
    url: 'https://shop.example/hooks',
    description: null,
    events: ['invoice.paid'],
    status: 'enabled',
    disabledReason: null,
    createdAt: EXAMPLE_TIME,
    updatedAt: EXAMPLE_TIME,
  },
  { required: 'id url events status createdAt updatedAt', nullable: 'description disabledReason' },
)

describeResource(
  'webhook message',
  webhookMessage,
  {
    id: 'dlv_1',
    messageId: 'msg_1',
    endpointId: 'whe_1',
    kind: 'invoice.paid',
    payload: { type: 'invoice.paid', timestamp: EXAMPLE_TIME, data: { id: 'inv_1' } },
    status: 'pending',
    attempts: [
      { attemptedAt: EXAMPLE_TIME, statusCode: null, error: 'timeout', durationMs: 15_000 },
    ],
    nextAttemptAt: EXAMPLE_TIME,
    deliveredAt: null,
    createdAt: EXAMPLE_TIME,
  },
  {
    required: 'id messageId endpointId kind payload status attempts createdAt',
    nullable: 'nextAttemptAt deliveredAt',
  },
)

describeRequest(
  'new webhook endpoint',
  createWebhookEndpointBody,
  [{ url: 'https://shop.example/hooks' }, { url: 'https://a.example', events: ['topup.failed'] }],
  [{}, { url: 'ftp://a.example' }, { url: 'https://a.example', events: ['invoice.*'] }],
)
describeRequest(
  'changed webhook endpoint',
  updateWebhookEndpointBody,
  [{}, { status: 'disabled' }],
  [{ status: 'off' }, { secret: 'whsec_mine' }],
)
