import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import {
  type CollectionBench,
  collectionStateOf,
  startCollectionBench,
} from '../testing/collectionBench.ts'
import { collectDueInvoices, createCollectionWork } from './collectDueInvoices.ts'
import { collectInvoice } from './collectInvoice.ts'

let bench: CollectionBench
beforeAll(async () => {
  bench = await startCollectionBench()
})
afterAll(async () => {
  await bench.sweepAll()
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

const newCustomer = async (card?: string, body = {}) => {
  const customerId = await bench.customer(`customer-${randomUUID()}`, body)
  if (card) await bench.card(customerId, card)
  return customerId
}
const later = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS).toISOString()
const dunningEnd = (end: string) =>
  bench.app.ok('updateOrganization', { body: { dunningEnd: end } })
const charges = async (customerId: string) =>
  (await bench.book(customerId)).charges.map(({ status }) => status)

/**
 * Collects on every day of two weeks. Returns the days, counted from the first, on which an attempt
 * failed.
 */
async function collectForTwoWeeks(invoice: { id: string; customerId: string }): Promise<number[]> {
  const days: number[] = []
  let before = 0
  for (let day = 0; day <= 14; day += 1) {
    await bench.collect()
    const { attemptCount } = await bench.detail(invoice)
    if (attemptCount > before) days.push(day)
    before = attemptCount
    bench.app.clock.advance({ days: 1 })
  }
  return days
}

describe('an invoice', () => {
  it('is charged immediately without a request, and the merchant gets an event', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', attemptCount: 0 })
    expect(await bench.eventTypesOf(customerId)).toEqual([
      'invoice.finalized',
      'payment.succeeded',
      'invoice.paid',
    ])
  })

  it('is not charged automatically if it is sent to the customer', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId, 5_000, { isSent: true })
    await bench.collect()
    expect(collectionStateOf(await bench.detail(invoice))).toEqual({
      status: 'open',
      left: 5_000,
      attemptCount: 0,
      nextAttemptAt: null,
    })
    expect(await charges(customerId)).toEqual([])
  })

  it('is charged again exactly 1, 3, 5 and 7 days after the first failure', async () => {
    const customerId = await newCustomer('fails_later')
    const invoice = await bench.invoice(customerId)
    // The sweeper may run this late. The schedule counts from the failure.
    bench.app.clock.advance({ seconds: 40 })
    const first = bench.app.clock.now()
    const planned: (string | null)[] = []
    for (const days of [1, 2, 2, 2, 0]) {
      await bench.collect()
      await bench.collect()
      planned.push((await bench.detail(invoice)).nextAttemptAt)
      bench.app.clock.advance({ days, seconds: 20 })
    }
    expect(planned).toEqual([...[1, 3, 5, 7].map((days) => later(first, days)), null])
    expect(await charges(customerId)).toEqual(Array(5).fill('failed'))
    const eventTypes = await bench.eventTypesOf(customerId)
    expect(eventTypes.filter((type) => type === 'invoice.payment_failed')).toHaveLength(5)
    expect(await bench.detail(invoice)).toMatchObject({ status: 'open', attemptCount: 5 })
    bench.app.clock.advance({ days: 30 })
    await bench.collect()
    expect(await charges(customerId)).toHaveLength(5)
  })

  it('becomes uncollectible after the last retry if the merchant chose this', async () => {
    await dunningEnd('uncollectible')
    const invoice = await bench.invoice(await newCustomer('fails_later'))
    expect(await collectForTwoWeeks(invoice)).toEqual([0, 1, 3, 5, 7])
    expect(collectionStateOf(await bench.detail(invoice))).toEqual({
      status: 'uncollectible',
      left: 5_000,
      attemptCount: 5,
      nextAttemptAt: null,
    })
    await dunningEnd('cancel')
  })

  it('counts a failed attempt on the same days, without a payment, if the customer has no method', async () => {
    const customerId = await newCustomer()
    const invoice = await bench.invoice(customerId)
    await bench.collect()
    const { rows } = await bench.app.pool.query(
      `SELECT payload AS data FROM outbox_messages WHERE customer_id = $1 AND type = 'invoice.payment_failed'`,
      [customerId],
    )
    expect(rows).toMatchObject([{ data: { id: invoice.id, errorCode: 'no_payment_method' } }])
    expect(await collectForTwoWeeks(invoice)).toEqual([0, 1, 3, 5, 7])
    expect((await bench.detail(invoice)).payments).toEqual([])
  })

  it('is paid by the next retry if the customer has added a new card', async () => {
    const customerId = await newCustomer('fails_later')
    const invoice = await bench.invoice(customerId)
    await bench.collect()
    await bench.card(customerId, 'success')
    await bench.collect()
    expect((await bench.detail(invoice)).status).toBe('open')
    bench.app.clock.advance({ days: 1 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', attemptCount: 1 })
  })

  it('counts a failed attempt if the bank asks for confirmation, and the charge is canceled', async () => {
    const customerId = await newCustomer('challenge_always')
    const invoice = await bench.invoice(customerId)
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'open',
      attemptCount: 1,
      payments: [{ status: 'failed', errorCode: 'authentication_required' }],
    })
    expect(await charges(customerId)).toEqual(['canceled'])
  })

  it('is charged once per attempt, even by many concurrent workers', async () => {
    const customerId = await newCustomer('fails_later')
    const invoice = await bench.invoice(customerId)
    const works = Array.from({ length: 8 }, () => bench.collect)
    for (const [at, days] of [1, 2].entries()) {
      await bench.atOnce(customerId, works)
      expect(await bench.detail(invoice)).toMatchObject({ attemptCount: at + 1 })
      expect(await charges(customerId)).toHaveLength(at + 1)
      bench.app.clock.advance({ days })
    }
  })

  it('is not charged while the customer pays it, and the schedule continues if that payment fails', async () => {
    const customerId = await newCustomer('challenge_always')
    const invoice = await bench.invoice(customerId)
    const error = await bench.noPayment(invoice)
    await bench.collect()
    expect((await bench.detail(invoice)).payments).toHaveLength(1)
    await bench.challenge((error.details as { client: { token: string } }).client, 'fail')
    await bench.drain()
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({
      attemptCount: 1,
      payments: [{ status: 'failed' }, { status: 'failed' }],
    })
  })

  it('is not charged again by a late or repeated job', async () => {
    const customerId = await newCustomer('fails_later')
    const { id: invoiceId } = await bench.invoice(customerId)
    const { environmentId } = bench.app.sandbox
    for (let times = 0; times < 3; times += 1) {
      await bench.run('collectInvoice', { environmentId, invoiceId })
    }
    expect(await charges(customerId)).toEqual(['failed'])
  })

  it('is not charged again if the provider does not answer, because Purser asks the provider later', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    await bench.faults(
      { operation: 'charge', effect: 'lost_answer', times: null, customerId },
      { operation: 'lookup', effect: 'timeout', times: null, customerId },
      { operation: 'webhook', effect: 'drop', times: null, customerId },
    )
    await bench.collect()
    bench.app.clock.advance({ days: 2 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'open', attemptCount: 0 })
    await bench.faults()
    bench.app.clock.advance({ hours: 2 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid' })
    expect(await charges(customerId)).toEqual(['succeeded'])
  })
})

describe('the follower of an invoice', () => {
  const follow = async (invoice: { id: string }) => {
    bench.followed.length = 0
    await collectInvoice(bench.billing, bench.app.sandbox.scope(), invoice.id)
    return [...bench.followed]
  }

  it('is called when the invoice is paid', async () => {
    const invoice = await bench.invoice(await newCustomer('success'))
    expect(await follow(invoice)).toEqual(['paid paid never'])
    expect(await follow(invoice)).toEqual([])
  })

  it('is called on each failure and when the schedule ends', async () => {
    const invoice = await bench.invoice(await newCustomer('fails_later'))
    const first = bench.app.clock.now()
    expect(await follow(invoice)).toEqual([`attemptFailed open ${later(first, 1)}`])
    for (const days of [1, 2, 2]) {
      bench.app.clock.advance({ days })
      expect(await follow(invoice)).toHaveLength(1)
    }
    bench.app.clock.advance({ days: 2 })
    expect(await follow(invoice)).toEqual([
      'attemptFailed open never',
      'givenUp open never dunning_over',
    ])
  })
})

describe('customers of a test clock', () => {
  const onClock = async (frozenTime: Date) => {
    const { id } = await bench.app.ok<{ id: string }>('createTestClock', {
      body: { frozenTime: frozenTime.toISOString() },
    })
    return { id, customerId: await newCustomer('fails_later', { testClockId: id }) }
  }
  /** Marks the clock as advancing although no worker advances it. */
  const stopOnTheWay = (id: string) =>
    bench.app.pool.query(
      `UPDATE test_clocks SET status = 'advancing', target_time = frozen_time + interval '30 days'
       WHERE id = $1`,
      [id],
    )
  const ahead = () => new Date(bench.app.clock.now().getTime() + 100 * DAY_MS)

  it('are charged at the time of the clock', async () => {
    const frozen = ahead()
    const { customerId } = await onClock(frozen)
    const invoice = await bench.invoice(customerId)
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({
      attemptCount: 1,
      nextAttemptAt: later(frozen, 1),
    })
  })

  it('are skipped while their clock advances', async () => {
    const { id, customerId } = await onClock(ahead())
    const invoice = await bench.invoice(customerId)
    await stopOnTheWay(id)
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({ attemptCount: 0 })
  })

  it('are charged by the clock in the order in which their invoices are due', async () => {
    const frozen = ahead()
    const { id: testClockId, customerId } = await onClock(frozen)
    await stopOnTheWay(testClockId)
    const { environmentId } = bench.app.sandbox
    const key = { environmentId, testClockId }
    const work = createCollectionWork(bench.billing, bench.app.clock)
    expect(await work.nextDueAt(key)).toBeNull()
    const invoice = await bench.invoice(customerId)
    const steps: string[] = []
    for (let due = await work.nextDueAt(key); due !== null; due = await work.nextDueAt(key)) {
      steps.push(due.toISOString())
      await bench.app.pool.query('UPDATE test_clocks SET frozen_time = $1 WHERE id = $2', [
        due,
        testClockId,
      ])
      await work.runDue(key, due)
    }
    expect(steps).toEqual([0, 1, 3, 5, 7].map((days) => later(frozen, days)))
    expect(await bench.detail(invoice)).toMatchObject({ attemptCount: 5 })
  })
})

describe('an invoice that cannot be collected', () => {
  it('does not block other invoices', async () => {
    const lost = await newCustomer('success')
    await bench.invoice(lost)
    // Deleted customers are not charged.
    await bench.app.pool.query('UPDATE customers SET deleted_at = now() WHERE id = $1', [lost])
    const invoice = await bench.invoice(await newCustomer('success'))
    await collectDueInvoices(bench.billing, bench.app.clock)
    expect((await bench.detail(invoice)).status).toBe('paid')
    expect(await charges(lost)).toEqual([])
  })
})
