import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  type CollectionBench,
  collectionStateOf,
  startCollectionBench,
} from '../testing/collectionBench.ts'
import { createInvoicePayment } from './createInvoicePayment.ts'
import { resumeInvoicePayment } from './resumeInvoicePayment.ts'

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

const newCustomer = async (card?: string) => {
  const customerId = await bench.customer(`customer-${randomUUID()}`)
  if (card) await bench.card(customerId, card)
  return customerId
}
const charges = async (customerId: string) =>
  (await bench.book(customerId)).charges.map(({ status, amount }) => `${status} ${amount}`).sort()
const clientOf = ({ details }: { details?: unknown }) =>
  (details as { client: { token: string } }).client

describe('paying an invoice', () => {
  it("charges the customer's default method and sends events", async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId, 5_000)
    const outcome = await bench.payInvoice(invoice)
    expect(outcome).toMatchObject({
      kind: 'charged_inline',
      amount: 5_000,
      currency: 'usd',
      invoiceId: invoice.id,
      subscriptionId: null,
      grantId: null,
    })
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'paid',
      amountPaid: 5_000,
      paidAt: bench.app.clock.now().toISOString(),
      nextAttemptAt: null,
      attemptCount: 0,
      payments: [{ status: 'succeeded', amount: 5_000, invoiceId: invoice.id }],
    })
    expect(await bench.eventTypesOf(customerId)).toEqual([
      'invoice.finalized',
      'payment.succeeded',
      'invoice.paid',
    ])
    expect(await bench.payInvoice(invoice)).toEqual({
      kind: 'no_action',
      reason: 'The invoice is already paid.',
      subscriptionId: null,
      invoiceId: invoice.id,
    })
    expect(await charges(customerId)).toEqual(['succeeded 5000'])
  })

  it('accepts another payment method of the customer, but none of another customer', async () => {
    const customerId = await newCustomer('decline')
    const other = await bench.app.ok<{ id: string }>('attachSandboxPaymentMethod', {
      body: { customerId, behaviour: 'success', isDefault: false },
    })
    const stranger = await bench.card(await newCustomer())
    const invoice = await bench.invoice(customerId)
    expect(await bench.noPayment(invoice, { paymentMethodId: stranger.id })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await bench.payInvoice(invoice, { paymentMethodId: other.id })).toMatchObject({
      kind: 'charged_inline',
    })
    expect((await bench.detail(invoice)).payments).toMatchObject([{ paymentMethodId: other.id }])
  })

  it('rejects a detached payment method', async () => {
    const customerId = await newCustomer('success')
    const gone = await bench.app.ok<{ id: string }>('attachSandboxPaymentMethod', {
      body: { customerId, behaviour: 'success', isDefault: false },
    })
    await bench.app.ok('detachPaymentMethod', { params: { id: gone.id }, query: { customerId } })
    const invoice = await bench.invoice(customerId)
    expect(await bench.noPayment(invoice, { paymentMethodId: gone.id })).toMatchObject({
      code: 'invalid_state',
    })
    expect((await bench.detail(invoice)).payments).toEqual([])
  })

  it('reports why a card was declined and leaves the schedule unchanged', async () => {
    const customerId = await newCustomer('insufficient_funds')
    const invoice = await bench.invoice(customerId)
    const before = await bench.detail(invoice)
    const error = await bench.noPayment(invoice)
    const after = await bench.detail(invoice)
    expect(error).toMatchObject({
      status: 402,
      code: 'card_declined',
      details: {
        declineCode: 'insufficient_funds',
        paymentId: after.payments[0]?.id,
        invoiceId: invoice.id,
        subscriptionId: null,
      },
    })
    expect(collectionStateOf(after)).toEqual(collectionStateOf(before))
    expect(after.nextAttemptAt).toBe(bench.app.clock.now().toISOString())
    expect(await bench.eventTypesOf(customerId)).toEqual(['invoice.finalized', 'payment.failed'])
  })

  it('accepts partial payments up to the full amount, and rejects overpayment', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId, 5_000)
    expect(await bench.payInvoice(invoice, { amount: 2_000 })).toMatchObject({ amount: 2_000 })
    const half = await bench.detail(invoice)
    expect(collectionStateOf(half)).toMatchObject({ status: 'open', left: 3_000 })
    expect(half.nextAttemptAt).toBe(invoice.nextAttemptAt?.toISOString())
    expect(await bench.noPayment(invoice, { amount: 3_001 })).toMatchObject({
      status: 400,
      details: [{ path: 'amount' }],
    })
    expect(await bench.payInvoice(invoice)).toMatchObject({ amount: 3_000 })
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'paid',
      left: 0,
    })
    expect(await charges(customerId)).toEqual(['succeeded 2000', 'succeeded 3000'])
  })

  it('rejects a void invoice', async () => {
    const invoice = await bench.invoice(await newCustomer('success'))
    await bench.app.ok('voidInvoice', { params: { id: invoice.id } })
    expect(await bench.noPayment(invoice)).toMatchObject({ status: 409, code: 'invalid_state' })
  })

  it('accepts an uncollectible invoice', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    await bench.app.ok('markInvoiceUncollectible', { params: { id: invoice.id } })
    await bench.payInvoice(invoice, { amount: 1_000 })
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'uncollectible',
      left: 4_000,
      nextAttemptAt: null,
    })
    await bench.payInvoice(invoice)
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'paid',
      left: 0,
    })
  })

  it("accepts a portal token only if it belongs to the invoice's customer", async () => {
    const owner = await newCustomer('success')
    const invoice = await bench.invoice(owner)
    const call = async (customerId: string) => {
      const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
        body: { customerId },
      })
      return bench.app.call('payInvoice', { params: { id: invoice.id }, token, body: {} })
    }
    expect(await call(await newCustomer('success'))).toMatchObject({ status: 404 })
    expect(await call(owner)).toMatchObject({ status: 200, body: { kind: 'charged_inline' } })
  })

  it('charges once for repeated requests with the same Idempotency-Key', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    const headers = { 'idempotency-key': randomUUID() }
    const pay = () => bench.app.ok('payInvoice', { params: { id: invoice.id }, body: {}, headers })
    expect(await pay()).toEqual(await pay())
    expect(await charges(customerId)).toEqual(['succeeded 5000'])
  })
})

describe('a payment form', () => {
  it('opens for a customer without a method and pays the invoice once it is filled in', async () => {
    const customerId = await newCustomer()
    const invoice = await bench.invoice(customerId)
    const outcome = await bench.payInvoice(invoice)
    if (outcome.kind !== 'requires_form') throw new Error(outcome.kind)
    expect(outcome).toMatchObject({ amount: 5_000, invoiceId: invoice.id })
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'open',
      nextAttemptAt: null,
    })
    await bench.pay(outcome.client)
    await bench.drain()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', amountPaid: 5_000 })
    expect(await bench.methods(customerId)).toMatchObject([{ status: 'active' }])
  })

  it('is reused by the same request and blocks other payments', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    const first = await bench.payInvoice(invoice, { forceForm: true })
    expect(await bench.payInvoice(invoice, { forceForm: true })).toEqual(first)
    const [payment] = (await bench.detail(invoice)).payments
    for (const body of [{}, { forceForm: true, amount: 1_000 }]) {
      expect(await bench.noPayment(invoice, body)).toMatchObject({
        status: 409,
        code: 'invalid_state',
        details: { paymentId: payment?.id },
      })
    }
    expect((await bench.detail(invoice)).payments).toHaveLength(1)
  })

  it('expires after a day if it is abandoned, and the schedule continues', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    await bench.payInvoice(invoice, { forceForm: true })
    bench.app.clock.advance({ hours: 23 })
    await bench.collect()
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({ status: 'open' })
    bench.app.clock.advance({ hours: 2 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'paid',
      attemptCount: 0,
      payments: [{ status: 'canceled' }, { status: 'succeeded' }],
    })
  })

  it('causes a 503 error if the provider cannot open it, and opens when the request is repeated', async () => {
    const customerId = await newCustomer()
    const invoice = await bench.invoice(customerId)
    await bench.faults({ operation: 'charge', effect: 'timeout', times: null, customerId })
    expect(await bench.noPayment(invoice)).toMatchObject({ status: 503, code: 'unavailable' })
    await bench.faults()
    expect(await bench.payInvoice(invoice)).toMatchObject({ kind: 'requires_form' })
  })

  it('causes a 503 error if the provider cannot show it again after it was closed', async () => {
    const customerId = await newCustomer()
    const invoice = await bench.invoice(customerId)
    expect(await bench.payInvoice(invoice)).toMatchObject({ kind: 'requires_form' })
    bench.app.clock.advance({ minutes: 1 })
    await bench.faults({ operation: 'lookup', effect: 'timeout', times: null, customerId })
    expect(await bench.noPayment(invoice)).toMatchObject({ status: 503, code: 'unavailable' })
    await bench.faults()
    expect(await bench.payInvoice(invoice)).toMatchObject({ kind: 'requires_form' })
  })
})

describe("a bank's challenge", () => {
  it('is returned to the payer and pays the invoice once it is passed', async () => {
    const customerId = await newCustomer('challenge_always')
    const invoice = await bench.invoice(customerId)
    const error = await bench.noPayment(invoice)
    expect(error).toMatchObject({
      status: 402,
      code: 'authentication_required',
      details: { invoiceId: invoice.id, client: { provider: 'sandbox' } },
    })
    await bench.challenge(clientOf(error), 'approve')
    await bench.drain()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid' })
  })

  it('leaves the invoice open and the schedule unchanged if it fails', async () => {
    const customerId = await newCustomer('challenge_always')
    const invoice = await bench.invoice(customerId)
    await bench.challenge(clientOf(await bench.noPayment(invoice)), 'fail')
    await bench.drain()
    expect(collectionStateOf(await bench.detail(invoice))).toEqual({
      status: 'open',
      left: 5_000,
      attemptCount: 0,
      nextAttemptAt: invoice.nextAttemptAt?.toISOString(),
    })
  })
})

describe('concurrent requests', () => {
  it('charge the customer once', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    const pay = () => bench.app.call('payInvoice', { params: { id: invoice.id }, body: {} })
    const replies = await Promise.all(Array.from({ length: 20 }, pay))
    for (const { status } of replies) expect(status).toBe(200)
    expect(await charges(customerId)).toEqual(['succeeded 5000'])
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', amountPaid: 5_000 })
    expect((await bench.detail(invoice)).payments).toHaveLength(1)
  })
})

describe('a provider that does not answer', () => {
  it('leaves the payment in progress, and is asked again later without a second charge', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    const silent = ['charge', 'lookup'].map((operation) => ({
      operation,
      effect: operation === 'charge' ? 'lost_answer' : 'timeout',
      times: null,
      customerId,
    }))
    await bench.faults(...silent, { operation: 'webhook', effect: 'drop', times: null, customerId })
    expect(await bench.payInvoice(invoice)).toMatchObject({ kind: 'processing' })
    await bench.collect()
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'open',
      nextAttemptAt: null,
    })
    await bench.faults()
    bench.app.clock.advance({ minutes: 5 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid' })
    expect(await charges(customerId)).toEqual(['succeeded 5000'])
  })
})

describe('a failed purchase', () => {
  it('is not retried automatically, and the follower is called', async () => {
    const customerId = await newCustomer('decline')
    const invoice = await bench.invoice(customerId)
    const scope = bench.app.sandbox.scope()
    const [method] = await bench.methods(customerId)
    const payment = await withTransaction(bench.app.db, (tx) =>
      createInvoicePayment(tx, bench.billing.providers, scope, {
        invoice,
        method: method
          ? { ...method, provider: 'sandbox', createdAt: scope.now, updatedAt: scope.now }
          : null,
        at: scope.now,
      }),
    )
    bench.followed.length = 0
    await expect(resumeInvoicePayment(bench.billing, scope, payment.id)).rejects.toMatchObject({
      code: 'card_declined',
    })
    expect(bench.followed).toEqual(['attemptFailed open never, payer present'])
    expect(collectionStateOf(await bench.detail(invoice))).toMatchObject({
      status: 'open',
      attemptCount: 0,
      nextAttemptAt: null,
    })
    // A second failed payment does not start a schedule either.
    expect(await bench.noPayment(invoice)).toMatchObject({ code: 'card_declined' })
    expect((await bench.detail(invoice)).nextAttemptAt).toBeNull()
  })
})
