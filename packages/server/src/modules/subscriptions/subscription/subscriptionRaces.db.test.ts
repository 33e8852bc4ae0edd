import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'
import { pictureOf } from '../testing/pictureOf.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

it('of ten concurrent creations for one customer, one succeeds and charges once', async () => {
  await bench.payer('crowd')
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      bench.app.call('createSubscription', {
        body: { customerId: 'crowd', planId: at % 2 === 0 ? 'small' : 'big' },
      }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'already_subscribed' } },
    })
  }
  const { charges, subscriptions, invoices } = await pictureOf(bench, 'crowd')
  expect({
    charges: charges.length,
    subscriptions: subscriptions.length,
    invoices: invoices.length,
  }).toEqual({ charges: 1, subscriptions: 1, invoices: 1 })
})

it('a payment reported many times at once is recorded once and not refunded', async () => {
  await bench.customer('heard')
  const outcome = await bench.subscribe('heard', 'small')
  await bench.pay(outcome.kind === 'requires_form' ? outcome.client : undefined)
  bench.app.clock.advance({ minutes: 5 })
  await Promise.all(Array.from({ length: 6 }, () => bench.run('collectDueInvoices')))
  await bench.tick()
  expect(await pictureOf(bench, 'heard')).toEqual({
    charges: ['succeeded 1000'],
    refunds: [],
    subscriptions: ['active small'],
    invoices: ['paid 1000'],
    ink: 100,
  })
})

it('under concurrent requests, every charge pays an invoice or is refunded', async () => {
  const customers = Array.from({ length: 6 }, (_, at) => `busy_${at}`)
  const busy = async (customerId: string) => {
    await bench.payer(customerId)
    const { id } = await bench.subscribed(customerId, 'small')
    const of = (body: object) => ({ params: { id }, body })
    return Promise.all([
      bench.app.call('changeSubscription', of({ planId: 'big' })),
      bench.app.call('addSubscriptionItem', of({ planId: 'boost' })),
      bench.app.call('cancelSubscription', of({ when: 'now' })),
      bench.app.call('changeSubscription', of({ planId: 'seats' })),
      bench.app.call('pauseSubscription', { params: { id } }),
    ])
  }
  const replies = (await Promise.all(customers.map(busy))).flat()
  expect(replies.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([])
  bench.app.clock.advance({ minutes: 5 })
  await bench.tick()
  const { rows } = await bench.app.pool.query<{ customer: string; kept: string; paid: string }>(
    `SELECT customer_id AS customer,
       (SELECT coalesce(sum(amount - amount_refunded), 0) FROM payments p
        WHERE p.customer_id = i.customer_id AND p.status = 'succeeded') AS kept,
       sum(amount_paid) AS paid
     FROM invoices i WHERE customer_id LIKE 'busy%' GROUP BY customer_id`,
  )
  expect(rows).toHaveLength(6)
  for (const { kept, paid } of rows) expect(kept).toBe(paid)
  const waiting = await bench.app.pool.query(
    `SELECT FROM subscription_changes WHERE status = 'waiting'`,
  )
  expect(waiting.rows).toEqual([])
  // A change that was paid for has been applied, even if the subscription has ended since.
  for (const customerId of customers) {
    const { invoices, subscriptions } = await pictureOf(bench, customerId)
    const isUpgraded = invoices.includes('paid 2000')
    expect({ customerId, isUpgraded }).toEqual({
      customerId,
      isUpgraded: subscriptions[0]?.endsWith(' big') ?? false,
    })
  }
})
