import { randomUUID } from 'node:crypto'
import type { InvoiceDetail } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  type CollectionBench,
  collectionStateOf,
  startCollectionBench,
} from '../testing/collectionBench.ts'
import { recordInvoicePayment } from './recordInvoicePayment.ts'

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

const sent = async () =>
  bench.invoice(await bench.customer(`customer-${randomUUID()}`), 5_000, { isSent: true })
const record = ({ id }: { id: string }, body: object = {}) =>
  bench.app.ok<InvoiceDetail>('recordInvoicePayment', { params: { id }, body })

describe('an external payment', () => {
  it('pays an invoice and keeps its reference', async () => {
    const invoice = await sent()
    const paid = await record(invoice, { reference: 'SEPA 4711' })
    expect(paid).toMatchObject({
      status: 'paid',
      amountPaid: 5_000,
      payments: [
        {
          status: 'succeeded',
          amount: 5_000,
          paymentProviderId: 'external',
          providerPaymentId: null,
          paymentMethodId: null,
        },
      ],
    })
    const { rows } = await bench.app.pool.query(
      'SELECT description FROM payments WHERE invoice_id = $1',
      [invoice.id],
    )
    expect(rows).toEqual([{ description: 'SEPA 4711' }])
    expect(await bench.eventTypesOf(invoice.customerId)).toEqual([
      'invoice.finalized',
      'payment.succeeded',
      'invoice.paid',
    ])
  })

  it('can be partial, and never exceeds the remaining amount', async () => {
    const invoice = await sent()
    expect(collectionStateOf(await record(invoice, { amount: 1_500 }))).toMatchObject({
      status: 'open',
      left: 3_500,
    })
    const call = { params: { id: invoice.id }, body: { amount: 3_501 } }
    expect(await bench.app.fails('recordInvoicePayment', call)).toMatchObject({
      status: 400,
      details: [{ path: 'amount', message: 'must be at most 3500, the remaining amount' }],
    })
    expect(collectionStateOf(await record(invoice))).toMatchObject({ status: 'paid', left: 0 })
    expect(await bench.app.fails('recordInvoicePayment', { ...call, body: {} })).toMatchObject({
      status: 409,
      code: 'invalid_state',
    })
  })

  it('leaves the schedule unchanged if it is partial, and the rest is charged', async () => {
    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId)
    const invoice = await bench.invoice(customerId)
    await record(invoice, { amount: 2_000 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'paid',
      payments: [{ amount: 2_000 }, { amount: 3_000, paymentProviderId: 'sandbox' }],
    })
  })

  it('calls the follower', async () => {
    const { id: invoiceId } = await sent()
    bench.followed.length = 0
    const scope = bench.app.sandbox.scope()
    await withTransaction(bench.app.db, (tx) =>
      recordInvoicePayment(tx, bench.billing.follower, scope, { invoiceId }),
    )
    expect(bench.followed).toEqual(['paid paid never'])
  })

  it('is rejected for a missing or void invoice', async () => {
    const call = { params: { id: 'inv_none' }, body: {} }
    expect(await bench.app.fails('recordInvoicePayment', call)).toMatchObject({ status: 404 })
    const invoice = await sent()
    await bench.app.ok('voidInvoice', { params: { id: invoice.id } })
    expect(
      await bench.app.fails('recordInvoicePayment', { params: { id: invoice.id }, body: {} }),
    ).toMatchObject({ code: 'invalid_state' })
  })
})
