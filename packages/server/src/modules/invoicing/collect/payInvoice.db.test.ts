import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  type CollectionBench,
  standingOf,
  startCollectionBench,
} from '../testing/collectionBench.ts'
import { beginInvoicePayment } from './beginInvoicePayment.ts'
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

describe('paying an open invoice', () => {
  it("charges the customer's default method, and the merchant is told", async () => {
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
    expect(await bench.toldOf(customerId)).toEqual([
      'invoice.finalized',
      'payment.succeeded',
      'invoice.paid',
    ])
    expect(await bench.payInvoice(invoice)).toEqual({
      kind: 'no_action',
      reason: 'The invoice is paid already.',
      subscriptionId: null,
      invoiceId: invoice.id,
    })
    expect(await charges(customerId)).toEqual(['succeeded 5000'])
  })

  it('takes another method of the customer, and none of anybody else', async () => {
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

  it('refuses a method that was detached', async () => {
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

  it('says why a card was declined, and leaves the schedule as it was', async () => {
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
    expect(standingOf(after)).toEqual(standingOf(before))
    expect(after.nextAttemptAt).toBe(bench.app.clock.now().toISOString())
    expect(await bench.toldOf(customerId)).toEqual(['invoice.finalized', 'payment.failed'])
  })

  it('in parts is paid with the last of them, and never too much', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId, 5_000)
    expect(await bench.payInvoice(invoice, { amount: 2_000 })).toMatchObject({ amount: 2_000 })
    const half = await bench.detail(invoice)
    expect(standingOf(half)).toMatchObject({ status: 'open', left: 3_000 })
    expect(half.nextAttemptAt).toBe(invoice.nextAttemptAt?.toISOString())
    expect(await bench.noPayment(invoice, { amount: 3_001 })).toMatchObject({
      status: 400,
      details: [{ path: 'amount' }],
    })
    expect(await bench.payInvoice(invoice)).toMatchObject({ amount: 3_000 })
    expect(standingOf(await bench.detail(invoice))).toMatchObject({ status: 'paid', left: 0 })
    expect(await charges(customerId)).toEqual(['succeeded 2000', 'succeeded 3000'])
  })

  it('refuses a void one', async () => {
    const invoice = await bench.invoice(await newCustomer('success'))
    await bench.app.ok('voidInvoice', { params: { id: invoice.id } })
    expect(await bench.noPayment(invoice)).toMatchObject({ status: 409, code: 'invalid_state' })
  })

  it('takes one that was given up as uncollectible', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    await bench.app.ok('markInvoiceUncollectible', { params: { id: invoice.id } })
    await bench.payInvoice(invoice, { amount: 1_000 })
    expect(standingOf(await bench.detail(invoice))).toMatchObject({
      status: 'uncollectible',
      left: 4_000,
      nextAttemptAt: null,
    })
    await bench.payInvoice(invoice)
    expect(standingOf(await bench.detail(invoice))).toMatchObject({ status: 'paid', left: 0 })
  })

  it('with a portal token is for the own customer alone', async () => {
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

  it('with the same Idempotency-Key is one payment', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    const headers = { 'idempotency-key': randomUUID() }
    const pay = () => bench.app.ok('payInvoice', { params: { id: invoice.id }, body: {}, headers })
    expect(await pay()).toEqual(await pay())
    expect(await charges(customerId)).toEqual(['succeeded 5000'])
  })
})

describe('a form', () => {
  it('opens for a customer without a method; filled in, the invoice is paid', async () => {
    const customerId = await newCustomer()
    const invoice = await bench.invoice(customerId)
    const outcome = await bench.payInvoice(invoice)
    if (outcome.kind !== 'requires_form') throw new Error(outcome.kind)
    expect(outcome).toMatchObject({ amount: 5_000, invoiceId: invoice.id })
    expect(standingOf(await bench.detail(invoice))).toMatchObject({
      status: 'open',
      nextAttemptAt: null,
    })
    await bench.pay(outcome.client)
    await bench.drain()
    expect(await bench.detail(invoice)).toMatchObject({ status: 'paid', amountPaid: 5_000 })
    expect(await bench.methods(customerId)).toMatchObject([{ status: 'active' }])
  })

  it('that is asked for again is the same one, and nothing else is begun beside it', async () => {
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

  it('that is abandoned ends after a day, and the schedule goes on', async () => {
    const customerId = await newCustomer('success')
    const invoice = await bench.invoice(customerId)
    await bench.payInvoice(invoice, { forceForm: true })
    bench.app.clock.advance({ hours: 23 })
    await bench.collect()
    expect(standingOf(await bench.detail(invoice))).toMatchObject({ status: 'open' })
    bench.app.clock.advance({ hours: 2 })
    await bench.collect()
    expect(await bench.detail(invoice)).toMatchObject({
      status: 'paid',
      attemptCount: 0,
      payments: [{ status: 'canceled' }, { status: 'succeeded' }],
    })
  })

  it('that the provider does not open is 503, and opens with the same request again', async () => {
    const customerId = await newCustomer()
    const invoice = await bench.invoice(customerId)
    await bench.faults({ operation: 'charge', effect: 'timeout', times: null, customerId })
    expect(await bench.noPayment(invoice)).toMatchObject({ status: 503, code: 'unavailable' })
    await bench.faults()
    expect(await bench.payInvoice(invoice)).toMatchObject({ kind: 'requires_form' })
  })

  it('that was closed and the provider does not show again is 503, not a challenge', async () => {
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
  it('is handed to whoever pays; passed, the invoice is paid', async () => {
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

  it('failed, the invoice stays open and goes on by its schedule', async () => {
    const customerId = await newCustomer('challenge_always')
    const invoice = await bench.invoice(customerId)
    await bench.challenge(clientOf(await bench.noPayment(invoice)), 'fail')
    await bench.drain()
    expect(standingOf(await bench.detail(invoice))).toEqual({
      status: 'open',
      left: 5_000,
      attemptCount: 0,
      nextAttemptAt: invoice.nextAttemptAt?.toISOString(),
    })
  })
})

describe('many at once', () => {
  it('charge one time', async () => {
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

describe('a provider that is silent', () => {
  it('leaves the payment processing; it is asked, not charged again', async () => {
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
    expect(standingOf(await bench.detail(invoice))).toMatchObject({
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

describe('a purchase that fails', () => {
  it('is not tried again by itself, and whoever follows the invoice knows', async () => {
    const customerId = await newCustomer('decline')
    const invoice = await bench.invoice(customerId)
    const scope = bench.app.sandbox.scope()
    const [method] = await bench.methods(customerId)
    const payment = await withTransaction(bench.app.db, (tx) =>
      beginInvoicePayment(tx, bench.billing.providers, scope, {
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
    expect(bench.followed).toEqual(['attemptFailed open never by somebody'])
    expect(standingOf(await bench.detail(invoice))).toMatchObject({
      status: 'open',
      attemptCount: 0,
      nextAttemptAt: null,
    })
    // Another card makes no schedule either.
    expect(await bench.noPayment(invoice)).toMatchObject({ code: 'card_declined' })
    expect((await bench.detail(invoice)).nextAttemptAt).toBeNull()
  })
})
