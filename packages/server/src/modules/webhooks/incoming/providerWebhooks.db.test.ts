import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprint } from '../../../../test/harness/database/fingerprint.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'
import { createSandboxCourier, type SandboxCourier } from '../testing/sandboxCourier.ts'

let bench: TopUpBench
let courier: SandboxCourier
beforeAll(async () => {
  bench = await startTopUpBench({ metricsToken: 'metrics' })
  courier = createSandboxCourier(bench.app)
})
afterAll(async () => {
  await bench.sweepAll()
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

/** Creates a customer whose charge succeeded without an answer, and whose webhook was lost. */
async function unanswered(): Promise<{ customerId: string; body: string }> {
  const customerId = await bench.customer(`customer-${randomUUID()}`)
  await bench.card(customerId)
  await bench.faults(
    { operation: 'charge', effect: 'lost_answer', customerId },
    { operation: 'webhook', effect: 'drop', customerId },
  )
  await bench.topUp(customerId)
  const [body] = await courier.bodiesOf(customerId)
  if (!body) throw new Error('the provider sent no event')
  return { customerId, body }
}

const statusOf = async (customerId: string) => (await bench.attempts(customerId))[0]?.status

const counted = async (result: string): Promise<number> => {
  const response = await fetch(`${bench.app.url}/metrics`, {
    headers: { authorization: 'Bearer metrics' },
  })
  const name = `purser_provider_webhooks_total{provider="sandbox",result="${result}"}`
  const line = (await response.text()).split('\n').find((each) => each.startsWith(name))
  return Number(line?.slice(name.length) ?? 0)
}

/** Checks that a rejected delivery is counted and changes no row. */
async function expectRefused(result: string, send: () => Promise<Response>): Promise<void> {
  const [before, count] = [await fingerprint(bench.app.pool), await counted(result)]
  const response = await send()
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } })
  expect(await fingerprint(bench.app.pool)).toBe(before)
  expect(await counted(result)).toBe(count + 1)
}

describe('a delivery from a provider', () => {
  it.each([
    ['no signature', 'malformed', (_: string) => ''],
    ['nonsense', 'malformed', (_: string) => 't=now,v1=1'],
    [
      'a forged signature',
      'signature',
      (right: string) => right.replace(/.$/, (at) => (at === '0' ? '1' : '0')),
    ],
    [
      'the signature of another time',
      'signature',
      (right: string) => right.replace(/^t=\d/, 't=9'),
    ],
    [
      'a second signature beside it',
      'malformed',
      (right: string) => `${right},v1=${'0'.repeat(64)}`,
    ],
  ])('is rejected with %s', async (_name, reason, change) => {
    const { customerId, body } = await unanswered()
    await expectRefused(reason, () => courier.post(body, { signature: change(courier.sign(body)) }))
    await bench.drain()
    expect(await statusOf(customerId)).toBe('pending')
  })

  it.each([
    ['a different number of spaces', (body: string) => body.replace(':', ': ')],
    [
      'another order of its keys',
      (body: string) => {
        const { id, ...rest } = JSON.parse(body)
        return JSON.stringify({ ...rest, id })
      },
    ],
    ['another event type', (body: string) => body.replace('payment_intent', 'refund')],
    ['one byte more', (body: string) => `${body} `],
    ['no content', () => ''],
  ])('is rejected if the body has %s under the same signature', async (_name, change) => {
    const { body } = await unanswered()
    const signature = courier.sign(body)
    await expectRefused('signature', () => courier.post(change(body), { signature }))
  })

  it('is verified on the raw bytes, including spaces and the order of keys', async () => {
    const { customerId, body } = await unanswered()
    const { data, ...rest } = JSON.parse(body)
    const spaced = JSON.stringify({ data, ...rest }, null, 4)
    expect((await courier.post(spaced)).status).toBe(200)
    await bench.drain()
    expect(await statusOf(customerId)).toBe('succeeded')
  })

  it.each([
    ['stale', -301],
    ['future', 301],
  ])(
    'is accepted within five minutes of its signature and rejected as %s beyond',
    async (reason, seconds) => {
      const { customerId, body } = await unanswered()
      const at = (offset: number) => new Date(bench.app.clock.now().getTime() + offset * 1_000)
      await expectRefused(reason, () =>
        courier.post(body, { signature: courier.sign(body, at(seconds)) }),
      )
      const within = courier.sign(body, at(seconds - Math.sign(seconds)))
      expect((await courier.post(body, { signature: within })).status).toBe(200)
      await bench.drain()
      expect(await statusOf(customerId)).toBe('succeeded')
    },
  )

  it('is rejected if it was signed for another environment', async () => {
    const { body } = await unanswered()
    const { environmentId } = bench.app.other.sandbox
    await expectRefused('signature', () =>
      courier.post(body, { signature: courier.sign(body), environmentId }),
    )
  })

  it.each([
    ['no JSON', 'a signed sentence'],
    ['JSON that is not an event', '[1, 2]'],
    ['null', 'null'],
    ['an event without its subject', '{"id":"sbev_x","type":"refund.updated"}'],
    ['an event without an id', '{"type":"refund.updated","data":{"id":"x","requestKey":null}}'],
  ])('is rejected if it is signed but contains %s', (_name, body) =>
    expectRefused('malformed', () => courier.post(body)),
  )
})

describe('a repeated delivery', () => {
  it('with the same signature is a replay: rejected and counted', async () => {
    const { customerId, body } = await unanswered()
    const signature = courier.sign(body)
    expect((await courier.post(body, { signature })).status).toBe(200)
    await bench.drain()
    await expectRefused('replayed', () => courier.post(body, { signature }))
    expect((await bench.wallet(customerId)).balance).toBe(1_000)
  })

  it('with a new signature is accepted without a second effect', async () => {
    const { customerId, body } = await unanswered()
    const before = await counted('duplicate')
    for (let seconds = 0; seconds < 3; seconds += 1) {
      const at = new Date(bench.app.clock.now().getTime() + seconds * 1_000)
      expect((await courier.post(body, { signature: courier.sign(body, at) })).status).toBe(200)
    }
    expect(await counted('duplicate')).toBe(before + 2)
    await bench.drain()
    expect((await bench.wallet(customerId)).balance).toBe(1_000)
    const again = new Date(bench.app.clock.now().getTime() + 9_000)
    expect((await courier.post(body, { signature: courier.sign(body, again) })).status).toBe(200)
    await bench.drain()
    expect((await bench.wallet(customerId)).grants).toHaveLength(1)
    expect(
      (await bench.eventTypes(customerId)).filter((type) => type === 'topup.succeeded'),
    ).toEqual(['topup.succeeded'])
  })

  it('is stored once if it arrives ten times at once', async () => {
    const { customerId, body } = await unanswered()
    const signature = courier.sign(body)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => courier.post(body, { signature })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    await bench.drain()
    expect((await bench.wallet(customerId)).balance).toBe(1_000)
  })
})

describe('an address', () => {
  it.each([
    ['an unknown environment', () => ({ environmentId: 'env_nowhere' })],
    ['an unknown provider', () => ({ provider: 'nobody' })],
    [
      'a live environment, where the sandbox provider does not work',
      () => ({
        environmentId: bench.app.live.environmentId,
      }),
    ],
  ])('of %s returns 404', async (_name, place) => {
    const { body } = await unanswered()
    const before = await fingerprint(bench.app.pool)
    const response = await courier.post(body, { signature: courier.sign(body), ...place() })
    expect(response.status).toBe(404)
    expect(await fingerprint(bench.app.pool)).toBe(before)
  })

  it('accepts at most one megabyte', async () => {
    const body = `"${'x'.repeat(2 * 1024 * 1024)}"`
    const before = await fingerprint(bench.app.pool)
    // A sender that is rejected early may see a closed connection instead.
    const status = await courier.post(body).then(
      (response) => response.status,
      () => 413,
    )
    expect(status).toBe(413)
    expect(await fingerprint(bench.app.pool)).toBe(before)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'image/png'])(
    'accepts the content type %j, because the signature covers only the bytes',
    async (type) => {
      const { body } = await unanswered()
      expect((await courier.post(body, { type })).status).toBe(200)
      await bench.drain()
    },
  )
})

describe('an event', () => {
  it('is only stored on arrival and handled from the queue', async () => {
    const { customerId, body } = await unanswered()
    const before = await fingerprint(bench.app.pool)
    expect((await courier.post(body)).status).toBe(200)
    await courier.forgetEvents()
    expect(await fingerprint(bench.app.pool)).toBe(before)
    // Its job finds nothing left to do.
    await bench.drain()
    expect(await statusOf(customerId)).toBe('pending')
  })

  it('is found by the sweep if its job was lost', async () => {
    const { customerId, body } = await unanswered()
    await courier.post(body)
    await courier.loseJobs()
    await bench.drain()
    expect(await statusOf(customerId)).toBe('pending')
    await bench.run('sweepProviderEvents')
    expect(await statusOf(customerId)).toBe('succeeded')
  })

  it('stays open while the provider does not answer, and is handled when it does', async () => {
    const { customerId, body } = await unanswered()
    await bench.faults({ operation: 'lookup', effect: 'timeout', times: null, customerId })
    await courier.post(body)
    await bench.drain()
    expect(await courier.openEvents()).toHaveLength(1)
    await bench.run('sweepProviderEvents')
    expect(await statusOf(customerId)).toBe('pending')
    await bench.faults()
    await bench.run('sweepProviderEvents')
    expect(await courier.openEvents()).toEqual([])
    expect(await statusOf(customerId)).toBe('succeeded')
  })

  it('is marked as handled and changes nothing else if its object is unknown', async () => {
    const before = await fingerprint(bench.app.pool)
    for (const [type, requestKey] of [
      ['payment_intent.succeeded', 'att_nobody'],
      ['payment_intent.succeeded', null],
      ['setup_intent.succeeded', null],
      ['payment_method.detached', null],
      ['refund.updated', 'ref_nobody'],
      ['refund.updated', null],
      ['dispute.opened', null],
      ['something.new', null],
    ] as const) {
      const id = `unheard-${randomUUID()}`
      const body = JSON.stringify({ id, type, data: { id: 'sb_nobody', requestKey } })
      expect((await courier.post(body)).status).toBe(200)
    }
    await bench.drain()
    expect(await courier.openEvents()).toEqual([])
    await courier.forgetEvents()
    expect(await fingerprint(bench.app.pool)).toBe(before)
  })

  it('has no effect if it combines an attempt of Purser with an unknown payment', async () => {
    const { customerId } = await unanswered()
    const [attempt] = await bench.attempts(customerId)
    const id = `sbev_${randomUUID()}`
    const data = { id: 'sbpi_elsewhere', requestKey: attempt?.id }
    await courier.post(JSON.stringify({ id, type: 'payment_intent.succeeded', data }))
    await bench.drain()
    expect(await statusOf(customerId)).toBe('pending')
    await bench.run('sweepTopUpAttempts')
    expect(await statusOf(customerId)).toBe('succeeded')
    await bench.run('sweepProviderEvents')
    expect(await courier.openEvents()).toEqual([])
  })

  it("waits until the payment's provider id is known if it is about a dispute", async () => {
    const { customerId } = await unanswered()
    const { charges } = await bench.book(customerId)
    const disputeId = await courier.dispute(charges[0]?.id ?? '')
    await bench.drain()
    expect(await courier.openEvents()).toHaveLength(1)
    await bench.run('sweepTopUpAttempts')
    await bench.run('sweepProviderEvents')
    expect(await courier.openEvents()).toEqual([])
    expect((await bench.wallet(customerId)).status).toBe('frozen')
    await withTransaction(bench.app.db, (tx) =>
      tx
        .selectFrom('disputes')
        .selectAll()
        .where('provider_dispute_id', '=', disputeId)
        .executeTakeFirstOrThrow(),
    )
  })
})
