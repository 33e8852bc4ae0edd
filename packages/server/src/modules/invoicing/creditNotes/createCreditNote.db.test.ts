import { randomUUID } from 'node:crypto'
import type { invoiceEndpoints, ResponseOf } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  type CollectionBench,
  collectionStateOf,
  startCollectionBench,
} from '../testing/collectionBench.ts'
import { createCreditNote } from './createCreditNote.ts'

type CreditNote = ResponseOf<typeof invoiceEndpoints.createCreditNote>

let bench: CollectionBench
beforeAll(async () => {
  bench = await startCollectionBench()
  await bench.app.ok('createTaxRate', {
    body: { country: 'DE', name: 'VAT', percentage: 19, isInclusive: false },
  })
})
afterAll(async () => {
  await bench.sweepAll()
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

const newCustomer = async (body = {}) => {
  const customerId = await bench.customer(`customer-${randomUUID()}`, body)
  await bench.card(customerId)
  return customerId
}
const paidInvoice = async (amount = 5_000) => {
  const invoice = await bench.invoice(await newCustomer(), amount)
  await bench.collect()
  return invoice
}
const credit = ({ id }: { id: string }, body: object = {}) =>
  bench.app.ok<CreditNote>('createCreditNote', { params: { id }, body })
const noCredit = ({ id }: { id: string }, body: object = {}) =>
  bench.app.fails('createCreditNote', { params: { id }, body })
const refunds = async (customerId: string) =>
  (await bench.book(customerId)).refunds.map(({ status, amount }) => `${status} ${amount}`)

describe('a credit note of a paid invoice', () => {
  it('refunds the whole amount through the provider that received it', async () => {
    const invoice = await paidInvoice()
    const note = await credit(invoice, { reason: 'Not what was ordered' })
    expect(note).toMatchObject({
      number: expect.stringMatching(/^CN-\d{6}$/),
      invoiceId: invoice.id,
      customerId: invoice.customerId,
      amount: 5_000,
      tax: 0,
      currency: 'usd',
      reason: 'Not what was ordered',
      refundIds: [expect.stringMatching(/^ref_/)],
    })
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'refunded',
      amountDue: 5_000,
      amountPaid: 5_000,
      payments: [{ amountRefunded: 5_000 }],
    })
    expect(await refunds(invoice.customerId)).toEqual(['succeeded 5000'])
    expect((await bench.eventTypesOf(invoice.customerId)).at(-1)).toBe('payment.refunded')
    expect(await noCredit(invoice)).toMatchObject({ status: 409, code: 'invalid_state' })
  })

  it('can be partial, and all credit notes together never exceed the amount paid', async () => {
    const invoice = await paidInvoice()
    const first = await credit(invoice, { amount: 2_000 })
    expect((await bench.detail(invoice)).status).toBe('partially_refunded')
    expect(await noCredit(invoice, { amount: 3_001 })).toMatchObject({
      status: 400,
      details: [{ path: 'amount', message: 'must be at most 3000, the remaining amount' }],
    })
    const second = await credit(invoice)
    expect(second.amount).toBe(3_000)
    expect(Number(second.number.slice(3))).toBe(Number(first.number.slice(3)) + 1)
    expect((await bench.detail(invoice)).status).toBe('refunded')
    expect((await refunds(invoice.customerId)).sort()).toEqual(['succeeded 2000', 'succeeded 3000'])
    const { data } = await bench.app.ok<{ data: CreditNote[] }>('listCreditNotes', {
      params: { id: invoice.id },
    })
    expect(data).toEqual([second, first])
  })

  it('refunds the newest payment first', async () => {
    const invoice = await bench.invoice(await newCustomer(), 5_000)
    await bench.payInvoice(invoice, { amount: 2_000 })
    bench.app.clock.advance({ minutes: 1 })
    await bench.payInvoice(invoice)
    const { refundIds } = await credit(invoice, { amount: 4_000 })
    expect(refundIds).toHaveLength(2)
    expect((await bench.detail(invoice)).payments).toMatchObject([
      { amount: 2_000, amountRefunded: 1_000 },
      { amount: 3_000, amountRefunded: 3_000 },
    ])
  })

  it('refunds nothing if `refund` is false', async () => {
    const invoice = await paidInvoice()
    expect(await credit(invoice, { refund: false })).toMatchObject({ refundIds: [] })
    expect((await bench.detail(invoice)).status).toBe('refunded')
    expect(await refunds(invoice.customerId)).toEqual([])
  })

  it('cannot refund an external payment through a provider', async () => {
    const invoice = await bench.invoice(await newCustomer(), 5_000)
    await bench.payInvoice(invoice, { amount: 2_000 })
    await bench.app.ok('recordInvoicePayment', { params: { id: invoice.id }, body: {} })
    expect(await noCredit(invoice)).toMatchObject({
      status: 409,
      code: 'invalid_state',
      message: expect.stringContaining('refund: false'),
    })
    expect((await bench.detail(invoice)).status).toBe('paid')
    await credit(invoice, { amount: 2_000 })
    await credit(invoice, { refund: false })
    expect((await bench.detail(invoice)).status).toBe('refunded')
    expect(await refunds(invoice.customerId)).toEqual(['succeeded 2000'])
  })

  it('is created once for concurrent requests', async () => {
    const invoice = await paidInvoice()
    const call = { params: { id: invoice.id }, body: {} }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => bench.app.call('createCreditNote', call)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await refunds(invoice.customerId)).toEqual(['succeeded 5000'])
  })

  it('has one refund, which is sent again later if the provider does not answer at first', async () => {
    const invoice = await paidInvoice()
    const { customerId } = invoice
    await bench.faults(
      { operation: 'refund', effect: 'lost_answer', times: null, customerId },
      { operation: 'lookup', effect: 'timeout', times: null, customerId },
      { operation: 'webhook', effect: 'drop', times: null, customerId },
    )
    const { refundIds } = await credit(invoice)
    const { rows } = await bench.app.pool.query('SELECT status FROM refunds WHERE id = $1', [
      refundIds[0],
    ])
    expect(rows).toEqual([{ status: 'pending' }])
    await bench.faults()
    await bench.sweepAll()
    expect(await refunds(customerId)).toEqual(['succeeded 5000'])
    expect(refundIds).toHaveLength(1)
  })

  it('is created once for requests with the same Idempotency-Key', async () => {
    const invoice = await paidInvoice()
    const headers = { 'idempotency-key': randomUUID() }
    const call = { params: { id: invoice.id }, body: { amount: 100 }, headers }
    const first = await bench.app.ok('createCreditNote', call)
    expect(await bench.app.ok('createCreditNote', call)).toEqual(first)
    expect(await refunds(invoice.customerId)).toEqual(['succeeded 100'])
  })

  it('contains its share of the tax, and all credit notes together contain all of the tax', async () => {
    const invoice = await bench.invoice(await newCustomer({ country: 'DE' }), 1_000)
    await bench.collect()
    expect(invoice).toMatchObject({ total: 1_190, tax: 190 })
    const notes = [
      await credit(invoice, { amount: 397 }),
      await credit(invoice, { amount: 397 }),
      await credit(invoice),
    ]
    expect(notes.map(({ amount }) => amount)).toEqual([397, 397, 396])
    // The exact tax of 397 is 63.39, that of 794 is 126.77, and that of 1190 is 190.
    expect(notes.map(({ tax }) => tax)).toEqual([63, 64, 63])
  })
})

describe('a credit note of an open invoice', () => {
  it('lowers the amount due, and marks the invoice as paid if nothing is left to pay', async () => {
    const invoice = await bench.invoice(await newCustomer(), 5_000, { isSent: true })
    expect(await credit(invoice, { amount: 1_000 })).toMatchObject({ refundIds: [] })
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'open',
      total: 5_000,
      amountDue: 4_000,
      amountPaid: 0,
    })
    await bench.payInvoice(invoice, { amount: 1_500 })
    expect(await noCredit(invoice, { amount: 2_501 })).toMatchObject({ status: 400 })
    await credit(invoice)
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'paid',
      amountDue: 1_500,
      amountPaid: 1_500,
    })
    expect((await bench.eventTypesOf(invoice.customerId)).at(-1)).toBe('invoice.paid')
    expect(await refunds(invoice.customerId)).toEqual([])
    // The amount paid can still be refunded.
    expect(await credit(invoice)).toMatchObject({ amount: 1_500 })
    expect((await bench.detail(invoice)).status).toBe('refunded')
  })

  it('lets the schedule charge the rest if it is partial', async () => {
    const invoice = await bench.invoice(await newCustomer(), 5_000)
    await credit(invoice, { amount: 4_000 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'paid',
      payments: [{ amount: 1_000 }],
    })
  })

  it('calls the follower if it covers the whole amount due', async () => {
    const { id: invoiceId } = await bench.invoice(await newCustomer(), 5_000, { isSent: true })
    bench.followed.length = 0
    const scope = bench.app.sandbox.scope()
    await withTransaction(bench.app.db, (tx) =>
      createCreditNote(tx, bench.billing.follower, scope, { invoiceId, refund: true }),
    )
    expect(bench.followed).toEqual(['paid paid never'])
  })

  it('is rejected for a void invoice', async () => {
    const invoice = await bench.invoice(await newCustomer(), 5_000)
    await bench.app.ok('voidInvoice', { params: { id: invoice.id } })
    expect(await noCredit(invoice)).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(collectionStateOf(await bench.detail(invoice)).status).toBe('void')
  })
})

describe('a refund of an invoice payment', () => {
  it('is rejected, because only a credit note refunds an invoice payment', async () => {
    const invoice = await paidInvoice()
    const [payment] = (await bench.detail(invoice)).payments
    expect(
      await bench.app.fails('refundPayment', { params: { id: payment?.id ?? '' }, body: {} }),
    ).toMatchObject({
      status: 409,
      code: 'invalid_state',
      details: { invoiceId: invoice.id },
    })
    expect(await refunds(invoice.customerId)).toEqual([])
  })
})
