import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'
import { endFaults, failOnce, pictureOf, readMoneyPicture } from '../testing/pictureOf.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(async () => {
  await bench.tick()
  await bench.expectSound()
  await bench.stop()
})
afterEach(() => endFaults(bench))

interface Request {
  operation: string
  params?: Record<string, string>
  body: object
}

/** A request that moves money, and the effect that it must have exactly once. */
interface Case {
  prepare(customerId: string): Promise<Request>
  /** The operation at which the provider fails. */
  fault: 'charge' | 'refund'
  answer: Record<string, unknown>
  outcome(customerId: string): Promise<unknown>
  expected: unknown
}

const summarize = (customerId: string) => pictureOf(bench, customerId)
const readMoney = (customerId: string) => readMoneyPicture(bench, customerId)

const CASES: Record<string, Case> = {
  createSubscription: {
    prepare: async (customerId) => ({
      operation: 'createSubscription',
      body: { customerId, planId: 'small' },
    }),
    fault: 'charge',
    answer: { kind: 'charged_inline', amount: 1_000 },
    outcome: summarize,
    expected: {
      charges: ['succeeded 1000'],
      refunds: [],
      subscriptions: ['active small'],
      invoices: ['paid 1000'],
      ink: 100,
    },
  },
  changeSubscription: {
    prepare: async (customerId) => {
      const { id } = await bench.subscribed(customerId, 'small')
      return { operation: 'changeSubscription', params: { id }, body: { planId: 'big' } }
    },
    fault: 'charge',
    answer: { kind: 'charged_inline', amount: 2_000 },
    outcome: summarize,
    expected: {
      charges: ['succeeded 1000', 'succeeded 2000'],
      refunds: [],
      subscriptions: ['active big'],
      invoices: ['paid 1000', 'paid 2000'],
      ink: 300,
    },
  },
  addSubscriptionItem: {
    prepare: async (customerId) => {
      const { id } = await bench.subscribed(customerId, 'small')
      return { operation: 'addSubscriptionItem', params: { id }, body: { planId: 'boost' } }
    },
    fault: 'charge',
    answer: { kind: 'charged_inline', amount: 620 },
    outcome: async (customerId) => {
      const [subscription] = await bench.list(customerId)
      return { ...(await readMoney(customerId)), addOns: subscription?.items.length }
    },
    expected: { charges: ['succeeded 1000', 'succeeded 620'], refunds: [], addOns: 1 },
  },
  payInvoice: {
    prepare: async (customerId) => {
      await bench.app.ok('putCustomer', {
        params: { customerId },
        body: { collectionMethod: 'send_invoice' },
      })
      await bench.subscribed(customerId, 'small')
      const [invoice] = await bench.invoices(customerId)
      return { operation: 'payInvoice', params: { id: invoice?.id ?? '' }, body: {} }
    },
    fault: 'charge',
    answer: { kind: 'charged_inline', amount: 1_000 },
    outcome: summarize,
    expected: {
      charges: ['succeeded 1000'],
      refunds: [],
      subscriptions: ['active small'],
      invoices: ['paid 1000'],
      ink: 100,
    },
  },
  createCreditNote: {
    prepare: async (customerId) => {
      await bench.subscribed(customerId, 'small')
      const [invoice] = await bench.invoices(customerId)
      return {
        operation: 'createCreditNote',
        params: { id: invoice?.id ?? '' },
        body: { amount: 400, refund: true },
      }
    },
    fault: 'refund',
    answer: { amount: 400 },
    outcome: async (customerId) => ({
      ...(await readMoney(customerId)),
      invoices: (await bench.invoices(customerId)).map(
        ({ status, amountRefunded }) => `${status} ${amountRefunded}`,
      ),
    }),
    expected: {
      charges: ['succeeded 1000'],
      refunds: ['succeeded 400'],
      invoices: ['partially_refunded 400'],
    },
  },
}

const send = async ({ operation, params, body }: Request, key: string) => {
  const call = { body, headers: { 'idempotency-key': key }, ...(params && { params }) }
  const reply = await bench.app.call(operation, call)
  return {
    status: reply.status,
    body: reply.body,
    isReplayed: reply.headers.get('idempotent-replayed') === 'true',
  }
}

/** Leaves the state of a process that died: the idempotency key is locked and never released. */
async function die(key: string): Promise<void> {
  const { rowCount } = await bench.app.pool.query(
    `UPDATE idempotency_keys SET status = NULL, sealed_body = NULL, running_until = $2
     WHERE key = $1 AND ticket IS NOT NULL`,
    [key, new Date(bench.app.clock.now().getTime() + 60_000)],
  )
  expect(rowCount).toBe(1)
}

describe.each(Object.entries(CASES))(
  '%s',
  (name, { prepare, fault, answer, outcome, expected }) => {
    it('moves money once and gets the same answer if it is sent twice with one key', async () => {
      const customerId = await bench.payer(`${name}_twice`)
      const request = await prepare(customerId)
      const first = await send(request, customerId)
      expect(first).toMatchObject({ status: 200, body: answer, isReplayed: false })
      expect(await send(request, customerId)).toEqual({ ...first, isReplayed: true })
      expect(await outcome(customerId)).toEqual(expected)
    })

    it('moves money once if it is sent ten times at once with one key', async () => {
      const customerId = await bench.payer(`${name}_crowd`)
      const request = await prepare(customerId)
      const replies = await Promise.all(Array.from({ length: 10 }, () => send(request, customerId)))
      const served = replies.filter(({ status }) => status === 200)
      expect(served.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
      const others = replies.filter(({ status }) => status !== 200)
      for (const { body } of others) {
        expect(body).toMatchObject({ error: { code: 'idempotency_in_progress' } })
      }
      expect(await outcome(customerId)).toEqual(expected)
    })

    it.each([
      ['before the provider received it', 'timeout'],
      ['after the provider executed it', 'lost_answer'],
      ['after the provider executed it and failed', 'error_after_commit'],
    ])('is completed by a repeated request if the process dies %s', async (_, effect) => {
      const customerId = await bench.payer(`${name}_${effect}`)
      const request = await prepare(customerId)
      await failOnce(bench, customerId, fault, effect)
      await send(request, customerId)
      await die(customerId)
      expect(await send(request, customerId)).toMatchObject({
        status: 409,
        body: { error: { code: 'idempotency_in_progress' } },
      })
      bench.app.clock.advance({ minutes: 1 })
      expect(await send(request, customerId)).toMatchObject({ status: 200, body: answer })
      expect(await send(request, customerId)).toMatchObject({ status: 200, isReplayed: true })
      expect(await outcome(customerId)).toEqual(expected)
    })

    it('gets the recorded answer if the process dies before it answers', async () => {
      const customerId = await bench.payer(`${name}_last`)
      const request = await prepare(customerId)
      const first = await send(request, customerId)
      await die(customerId)
      bench.app.clock.advance({ minutes: 1 })
      expect(await send(request, customerId)).toEqual(first)
      expect(await outcome(customerId)).toEqual(expected)
    })
  },
)

describe('createCheckoutSession', () => {
  const request = (customerId: string): Request => ({
    operation: 'createCheckoutSession',
    body: { customerId, purpose: 'subscription', planId: 'small', uiMode: 'embedded' },
  })

  it.each(['timeout', 'lost_answer', null])(
    'opens the same form again if the process dies (%s), and the form is paid once',
    async (effect) => {
      const customerId = await bench.payer(`session_${effect}`)
      if (effect) await failOnce(bench, customerId, 'charge', effect)
      const first = await send(request(customerId), customerId)
      if (effect) expect(first).toMatchObject({ status: 503 })
      await die(customerId)
      bench.app.clock.advance({ minutes: 1 })
      const second = await send(request(customerId), customerId)
      expect(second).toMatchObject({ status: 200, body: { client: { token: expect.any(String) } } })
      expect(await send(request(customerId), customerId)).toEqual({ ...second, isReplayed: true })
      await endFaults(bench)
      await bench.pay((second.body as { client: { token: string } }).client)
      await bench.tick()
      expect(await summarize(customerId)).toEqual(CASES.createSubscription?.expected)
    },
  )
})

it('a declined card is reported again for the same key, even if the customer has a new card', async () => {
  const customerId = await bench.customer('refused')
  await bench.card(customerId, 'decline')
  const request = { operation: 'createSubscription', body: { customerId, planId: 'small' } }
  const first = await send(request, customerId)
  expect(first).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } })
  await bench.card(customerId)
  expect(await send(request, customerId)).toEqual({ ...first, isReplayed: true })
  expect(await send(request, 'refused_again')).toMatchObject({ status: 200 })
  expect(await summarize(customerId)).toMatchObject({
    charges: ['failed 1000', 'succeeded 1000'],
    subscriptions: ['active small', 'incomplete_expired small'],
    invoices: ['void 1000', 'paid 1000'],
  })
})
