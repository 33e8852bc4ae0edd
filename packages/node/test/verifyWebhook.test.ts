import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type ReceivedRequest,
  type Receiver,
  startReceiver,
} from '../../server/src/modules/webhooks/testing/receiver.ts'
import { webhookBench } from '../../server/src/modules/webhooks/testing/webhookBench.ts'
import { startTestApp, type TestApp } from '../../server/test/harness/app/testApp.ts'
import { Purser, PurserError, verifyWebhook } from '../src/index.ts'

let app: TestApp
let receiver: Receiver
let purser: Purser
let bench: ReturnType<typeof webhookBench>
let endpoint: { id: string; secret: string }

beforeAll(async () => {
  app = await startTestApp({ isReachable: true })
  receiver = await startReceiver()
  purser = new Purser({ apiKey: app.sandbox.keys.full, baseUrl: app.url })
  bench = webhookBench(app)
  endpoint = await purser.webhookEndpoints.create({ url: receiver.url })
})
afterAll(async () => {
  await receiver.stop()
  await app.stop()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns a real webhook of the server. */
async function receive(): Promise<ReceivedRequest> {
  const before = receiver.received.length
  await bench.tell('customer.created', { id: 'ada', name: 'Größe 🐈' })
  await bench.settle()
  const message = receiver.received[before]
  if (!message) throw new Error('The receiver got no webhook.')
  return message
}

/** Verifies at the server's time plus a number of seconds. */
async function verify(
  { body, headers }: ReceivedRequest,
  more: Partial<Parameters<typeof verifyWebhook>[0]> = {},
  laterSeconds = 0,
) {
  const now = app.clock.now().getTime() + laterSeconds * 1_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
  return verifyWebhook({ payload: body, headers, secret: endpoint.secret, ...more })
}

const refused = (promise: Promise<unknown>, message: string) =>
  expect(promise).rejects.toMatchObject({
    code: 'invalid_signature',
    message: expect.stringContaining(message),
  })

describe('a message from the real server', () => {
  let message: ReceivedRequest
  beforeEach(async () => {
    message = await receive()
  })

  test('is verified and parsed, as a string, bytes or a buffer', async () => {
    const event = await verify(message)
    expect(event).toEqual({
      type: 'customer.created',
      timestamp: '2026-01-15T12:00:00.000Z',
      data: { id: 'ada', name: 'Größe 🐈' },
    })
    event.type satisfies string
    const bytes = new TextEncoder().encode(message.body)
    expect(await verify(message, { payload: bytes })).toEqual(event)
    expect(await verify(message, { payload: bytes.buffer })).toEqual(event)
    expect(await verify(message, { payload: Buffer.from(message.body) })).toEqual(event)
  })

  test('is accepted with the headers of any framework', async () => {
    const entries = Object.entries(message.headers).map(([name, value]) => [name, String(value)])
    const loud = entries.map(([name = '', value]) => [name.toUpperCase(), [value]])
    await verify(message, { headers: new Headers(entries as [string, string][]) })
    await verify(message, { headers: Object.fromEntries(loud) })
  })

  test('is refused with a changed body, id or timestamp', async () => {
    await refused(verify({ ...message, body: message.body.replace('ada', 'eve') }), 'signature')
    await refused(verify({ ...message, body: `${message.body} ` }), 'signature')
    const other = { ...message.headers, 'webhook-id': 'msg_other' }
    await refused(verify(message, { headers: other }), 'signature')
    const moved = { ...message.headers, 'webhook-timestamp': '1768478401' }
    await refused(verify(message, { headers: moved }), 'signature')
  })

  test('is refused if it is too old, or from the future', async () => {
    await verify(message, {}, 300)
    await refused(verify(message, {}, 301), '300 seconds')
    await verify(message, {}, -300)
    await refused(verify(message, {}, -301), '300 seconds')
    await verify(message, { toleranceSeconds: 600 }, 500)
    await refused(verify(message, { toleranceSeconds: 10 }, 11), '10 seconds')
  })

  test('is refused with another secret or an invalid one', async () => {
    await refused(verify(message, { secret: `whsec_${btoa('other')}` }), 'Check the secret')
    for (const secret of ['', 'whsec_', 'whsec_ä', undefined as never]) {
      await expect(verify(message, { secret })).rejects.toThrow(TypeError)
    }
  })

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'is refused without %s',
    async (name) => {
      const { [name]: _missing, ...headers } = message.headers
      await refused(verify(message, { headers }), `${name} is missing`)
    },
  )

  test.each(['', 'v1', 'v1,', 'v1,%%%', 'v1a,AAAA', 'v2,AAAA', `v1,${btoa('short')}`])(
    'is refused with the signature %j',
    async (signature) => {
      const headers = { ...message.headers, 'webhook-signature': signature }
      await expect(verify(message, { headers })).rejects.toBeInstanceOf(PurserError)
    },
  )

  test('is accepted with additional signatures that are broken or have another version', async () => {
    const good = String(message.headers['webhook-signature'])
    const headers = { ...message.headers, 'webhook-signature': `v1a,AAAA v1,%% ${good}` }
    expect((await verify(message, { headers })).type).toBe('customer.created')
  })

  test('is refused with advice if it was already parsed', async () => {
    const payload = JSON.parse(message.body)
    await expect(verify(message, { payload })).rejects.toThrow('the raw body')
  })

  test('needs Web Crypto, and the error says how to get it', async () => {
    vi.stubGlobal('crypto', undefined)
    await expect(verify(message)).rejects.toThrow('Node 20')
    vi.unstubAllGlobals()
  })
})

test('both secrets are accepted during a rotation, and only the new one afterwards', async () => {
  const { secret } = await purser.webhookEndpoints.rotateSecret(endpoint.id)
  const during = await receive()
  expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2)
  await verify(during)
  await verify(during, { secret })
  app.clock.advance({ hours: 25 })
  const after = await receive()
  await verify(after, { secret })
  await refused(verify(after), 'Check the secret')
})
