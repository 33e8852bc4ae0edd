import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newWebhookSecret } from '../endpoints/createWebhookEndpoint.ts'
import { signWebhook } from './signWebhook.core.ts'

const newSecret = (): string => newWebhookSecret(randomBytes(32)).secret
const message = { id: 'msg_1', at: new Date(), body: '{"name":"Zoë ✓ 東京"}' }
const headers = (secrets: string[], more: Partial<typeof message> = {}) =>
  signWebhook({ ...message, ...more, secrets })

describe('the signature of a webhook', () => {
  it('equals the one that the libraries of the specification are tested with', () => {
    const signed = signWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_999),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    })
    expect(signed).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is accepted by the standardwebhooks library with each of the secrets', () => {
    const secrets = [newSecret(), newSecret()]
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(message.body, headers(secrets))).toEqual({
        name: 'Zoë ✓ 東京',
      })
    }
  })

  it('covers the id, the time and the body', () => {
    const secret = newSecret()
    const signed = headers([secret])
    const verify = (body: string, changes: Record<string, string> = {}) =>
      new Webhook(secret).verify(body, { ...signed, ...changes })
    const earlier = new Date(message.at.getTime() - 10_000)
    expect(verify(message.body)).toBeDefined()
    expect(() => verify('{}')).toThrow('No matching signature')
    expect(() => verify(message.body, { 'webhook-id': 'msg_2' })).toThrow('No matching signature')
    expect(() =>
      verify(message.body, {
        'webhook-timestamp': headers([secret], { at: earlier })['webhook-timestamp'] ?? '',
      }),
    ).toThrow('No matching signature')
    expect(() => new Webhook(newSecret()).verify(message.body, signed)).toThrow(
      'No matching signature',
    )
  })
})
