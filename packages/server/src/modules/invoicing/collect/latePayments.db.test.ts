import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'
import {
  type CollectionBench,
  collectionStateOf,
  startCollectionBench,
} from '../testing/collectionBench.ts'

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

/**
 * Creates an invoice whose form is canceled in Purser. The customer can still pay in the form,
 * because the provider never received the cancellation.
 */
async function createAbandonedPayment(
  amount?: number,
): Promise<{ invoice: InvoiceRecord; client: Client }> {
  const customerId = await bench.customer(`customer-${randomUUID()}`)
  const invoice = await bench.invoice(customerId, 5_000, { isSent: true })
  const outcome = await bench.payInvoice(invoice, { forceForm: true, amount })
  if (outcome.kind !== 'requires_form') throw new Error(outcome.kind)
  await bench.app.pool.query(
    `UPDATE payments SET status = 'canceled', completed_at = created_at WHERE invoice_id = $1`,
    [invoice.id],
  )
  return { invoice, client: outcome.client }
}
type Client = { token: string }

const paidLate = async (client: Client) => {
  await bench.pay(client)
  await bench.drain()
  await bench.sweepAll()
}
const refunds = async (customerId: string) =>
  (await bench.book(customerId)).refunds.map(({ status, amount }) => `${status} ${amount}`)

describe('a late payment', () => {
  it('is refunded if the invoice was voided in the meantime', async () => {
    const { invoice, client } = await createAbandonedPayment()
    await bench.app.ok('voidInvoice', { params: { id: invoice.id } })
    await paidLate(client)
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'void',
      amountPaid: 0,
      payments: [{ status: 'succeeded', amountRefunded: 5_000 }],
    })
    expect(await refunds(invoice.customerId)).toEqual(['succeeded 5000'])
    expect(await bench.eventTypesOf(invoice.customerId)).toEqual([
      'invoice.finalized',
      'invoice.voided',
      'payment.succeeded',
      'payment.refunded',
    ])
  })

  it('is refunded if the invoice was paid in another way in the meantime', async () => {
    const { invoice, client } = await createAbandonedPayment()
    await bench.app.ok('recordInvoicePayment', { params: { id: invoice.id }, body: {} })
    await paidLate(client)
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', amountPaid: 5_000 })
    expect(await refunds(invoice.customerId)).toEqual(['succeeded 5000'])
  })

  it('is refunded if it exceeds the remaining amount', async () => {
    const { invoice, client } = await createAbandonedPayment()
    const body = { amount: 1 }
    await bench.app.ok('recordInvoicePayment', { params: { id: invoice.id }, body })
    await paidLate(client)
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'open',
      left: 4_999,
    })
    expect(await refunds(invoice.customerId)).toEqual(['succeeded 5000'])
  })

  it('pays the invoice if it is still open', async () => {
    const { invoice, client } = await createAbandonedPayment()
    await paidLate(client)
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', amountPaid: 5_000 })
    expect(await refunds(invoice.customerId)).toEqual([])
  })

  it('counts once, however often the provider reports it', async () => {
    const { invoice, client } = await createAbandonedPayment(2_000)
    const { customerId } = invoice
    await bench.faults({ operation: 'webhook', effect: 'duplicate', times: null, customerId })
    await paidLate(client)
    await bench.faults()
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'open',
      left: 3_000,
    })
  })

  it('blocks voiding, crediting and external payments while the provider does not answer', async () => {
    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId)
    const invoice = await bench.invoice(customerId)
    const silent = { times: null, customerId }
    await bench.faults(
      { operation: 'charge', effect: 'lost_answer', ...silent },
      { operation: 'lookup', effect: 'timeout', ...silent },
      { operation: 'webhook', effect: 'drop', ...silent },
    )
    expect(await bench.payInvoice(invoice)).toMatchObject({ kind: 'processing' })
    for (const operation of ['voidInvoice', 'recordInvoicePayment', 'createCreditNote']) {
      expect(
        await bench.app.fails(operation, {
          params: { id: invoice.id },
          ...(operation !== 'voidInvoice' && { body: {} }),
        }),
      ).toMatchObject({ status: 409, code: 'invalid_state' })
    }
    await bench.faults()
    bench.app.clock.advance({ hours: 1 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid' })
  })
})

describe('a dispute of an invoice payment', () => {
  it('sends an event and changes neither the invoice nor the wallets', async () => {
    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId)
    await bench.grant(customerId, 100)
    const invoice = await bench.invoice(customerId)
    await bench.collect()
    const [payment] = (await bench.detail(invoice)).payments
    const { id } = await bench.app.ok<{ id: string }>('openSandboxDispute', {
      body: { paymentId: payment?.id },
    })
    await bench.drain()
    await bench.app.ok('closeSandboxDispute', { params: { id }, body: { outcome: 'lost' } })
    await bench.drain()
    expect((await bench.eventTypesOf(customerId)).slice(-2)).toEqual([
      'payment.disputed',
      'payment.dispute_closed',
    ])
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', amountPaid: 5_000 })
    expect(await bench.wallet(customerId)).toMatchObject({ status: 'active', balance: 100 })
  })
})
