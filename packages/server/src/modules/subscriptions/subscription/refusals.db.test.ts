import type { Subscription } from '@purser/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { attachPlan } from '../attach/attachPlan.ts'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const INVALID = { status: 409, code: 'invalid_state' }

/** Creates a customer and attaches a plan by hand. */
async function attached(customerId: string, planId: string): Promise<string> {
  await bench.payer(customerId)
  const { id } = await withTransaction(bench.app.db, (tx) =>
    attachPlan(tx, bench.app.sandbox.scope(), { customerId, planId }),
  )
  return id
}

async function subscribed(customerId: string): Promise<Subscription> {
  await bench.payer(customerId)
  return bench.subscribed(customerId, 'small')
}

async function itemOf(id: string): Promise<string> {
  const [item] = (await bench.get(id)).items
  if (!item) throw new Error('no add-on')
  return item.id
}

describe('a plan that was attached by hand', () => {
  it('ends without an invoice, even if it has usage', async () => {
    const id = await attached('by_hand', 'arrears')
    const metered = await attached('metered_by_hand', 'metered')
    await bench.track('metered_by_hand', 50)
    bench.app.clock.advance({ days: 3 })
    for (const subscription of [id, metered]) {
      const ended = await bench.app.ok('cancelSubscription', { params: { id: subscription } })
      expect(ended).toMatchObject({ status: 'canceled' })
    }
    expect(await bench.invoices('by_hand')).toEqual([])
    expect(await bench.invoices('metered_by_hand')).toEqual([])
    expect(await bench.access('by_hand')).toBe(false)
  })

  it('cannot be paused, changed or extended', async () => {
    const id = await attached('fixed', 'small')
    const params = { id }
    for (const refused of [
      await bench.app.fails('pauseSubscription', { params }),
      await bench.refusedChange(id, 'big'),
      await bench.app.fails('addSubscriptionItem', { params, body: { planId: 'boost' } }),
    ]) {
      expect(refused).toMatchObject({ ...INVALID, message: expect.stringContaining('by hand') })
    }
    expect(await bench.get(id)).toMatchObject({ status: 'active' })
  })
})

describe('an add-on', () => {
  it('is refused if it does not fit the interval of the pending plan', async () => {
    const { id } = await subscribed('late_boost')
    await bench.change(id, 'big-year', { when: 'period_end' })
    const params = { id }
    const refused = await bench.app.fails('addSubscriptionItem', {
      params,
      body: { planId: 'boost' },
    })
    expect(refused).toMatchObject({
      ...INVALID,
      message: expect.stringContaining('cancel the change'),
    })
    expect(await bench.addOn(id, 'setup')).toMatchObject({ kind: 'charged_inline' })
    await bench.change(id, 'small')
    expect(await bench.addOn(id, 'boost')).toMatchObject({ kind: 'charged_inline' })
  })

  it('that ends with the period does not block a change to another interval at that time', async () => {
    const { id } = await subscribed('leaving_boost')
    await bench.addOn(id, 'boost')
    await bench.removeAddOn(id, await itemOf(id), 'period_end')
    expect(await bench.refusedChange(id, 'big-year', { when: 'now' })).toMatchObject(INVALID)
    const later = await bench.change(id, 'big-year', { when: 'period_end' })
    expect(later).toMatchObject({ kind: 'deferred' })
    bench.app.clock.advance({ days: 31 })
    await bench.tick()
    expect((await bench.invoices('leaving_boost')).at(-1)).toMatchObject({ total: 30_000 })
    expect((await bench.get(id)).items).toEqual([])
  })
})

it('the subscriptions that use a card are listed without add-ons', async () => {
  const { id } = await subscribed('powered')
  await bench.addOn(id, 'boost')
  const card = await bench.card('powered')
  const { activeSubscriptions } = await bench.app.ok<{ activeSubscriptions: object[] }>(
    'getPaymentMethodDependencies',
    { params: { id: card.id }, query: { customerId: 'powered' } },
  )
  expect(activeSubscriptions).toMatchObject([{ id }])
})

describe('a change that is waiting for its payment', () => {
  async function waiting(customerId: string) {
    const { id, planId } = await subscribed(customerId)
    await bench.app.pool.query(
      'UPDATE customers SET default_payment_method_id = NULL WHERE id = $1',
      [customerId],
    )
    const outcome = await bench.change(id, 'big')
    if (outcome.kind !== 'requires_form') throw new Error(`it is ${outcome.kind}`)
    const invoiceId = (await bench.invoices(customerId)).at(-1)?.id ?? ''
    return { id, planId, invoiceId, client: outcome.client }
  }

  it('explains how to end it, and ends when its invoice is voided', async () => {
    const { id, planId, invoiceId, client } = await waiting('given_up')
    const until = new Date(bench.app.clock.now().getTime() + 24 * 60 * 60 * 1000).toISOString()
    const { message } = await bench.refusedChange(id, 'seats')
    expect(message).toContain(`POST /v1/invoices/${invoiceId}/void`)
    expect(message).toContain(until)
    const params = { id: invoiceId }
    expect(await bench.app.ok('voidInvoice', { params })).toMatchObject({ status: 'void' })
    expect((await bench.charges('given_up')).map(({ status }) => status)).toContain('canceled')
    await bench.pay(client).catch(() => {})
    await bench.tick()
    expect(await bench.get(id)).toMatchObject({ planId, status: 'active' })
    expect(await bench.change(id, 'seats')).toMatchObject({ kind: 'requires_form' })
  })

  it('ends when its invoice is voided while the bank asks for authentication', async () => {
    const { id } = await subscribed('asked')
    await bench.card('asked', 'challenge_always')
    expect(await bench.refusedChange(id, 'big')).toMatchObject({ code: 'authentication_required' })
    const invoiceId = (await bench.invoices('asked')).at(-1)?.id ?? ''
    const ended = await bench.app.ok('voidInvoice', { params: { id: invoiceId } })
    expect(ended).toMatchObject({ status: 'void' })
    await bench.card('asked')
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'charged_inline' })
  })

  it('is applied if the form was paid, and its invoice is not voided', async () => {
    const { id, planId, invoiceId, client } = await waiting('paid_first')
    await bench.pay(client)
    expect(await bench.app.fails('voidInvoice', { params: { id: invoiceId } })).toMatchObject(
      INVALID,
    )
    expect((await bench.invoices('paid_first')).at(-1)).toMatchObject({ status: 'paid' })
    expect((await bench.get(id)).planId).not.toBe(planId)
  })
})

it('the first invoice of an incomplete subscription can be voided, but not marked uncollectible', async () => {
  await bench.payer('never_began')
  await bench.card('never_began', 'decline')
  await bench.refused('never_began', 'small')
  const [invoice] = await bench.invoices('never_began')
  const params = { id: invoice?.id ?? '' }
  expect(await bench.app.fails('markInvoiceUncollectible', { params })).toMatchObject({
    ...INVALID,
    message: expect.stringContaining('/void'),
  })
  expect(await bench.list('never_began')).toMatchObject([{ status: 'incomplete' }])
  expect(await bench.invoices('never_began')).toMatchObject([{ status: 'open' }])
  await bench.app.ok('voidInvoice', { params })
  expect(await bench.list('never_began')).toMatchObject([{ status: 'incomplete_expired' }])
})

describe('a partly paid subscription that has not started', () => {
  /** Creates a subscription with a declined card. Its invoice is partly paid by other means. */
  async function partlyPaid(customerId: string): Promise<{ id: string; invoiceId: string }> {
    await bench.customer(customerId)
    await bench.card(customerId, 'decline')
    await bench.refused(customerId, 'small')
    const [subscription] = await bench.list(customerId)
    const [invoice] = await bench.invoices(customerId)
    const params = { id: invoice?.id ?? '' }
    await bench.app.ok('recordInvoicePayment', { params, body: { amount: 400 } })
    return { id: subscription?.id ?? '', invoiceId: invoice?.id ?? '' }
  }

  it('cannot be replaced by a new subscription, not even in a preview', async () => {
    const { id } = await partlyPaid('half')
    const refusal = { code: 'already_subscribed', details: { subscriptionId: id } }
    expect(await bench.refused('half', 'big')).toMatchObject(refusal)
    const body = { purpose: 'subscription', customerId: 'half', planId: 'big' }
    expect(await bench.app.fails('previewCheckout', { body })).toMatchObject(refusal)
    expect(await bench.app.fails('createCheckoutSession', { body })).toMatchObject(refusal)
  })

  it('cannot be canceled, with or without an open payment of the rest', async () => {
    const { id, invoiceId } = await partlyPaid('half_canceled')
    const cancel = () => bench.app.fails('cancelSubscription', { params: { id } })
    expect(await cancel()).toMatchObject(INVALID)
    const form = { params: { id: invoiceId }, body: { forceForm: true } }
    expect(await bench.app.ok('payInvoice', form)).toMatchObject({ kind: 'requires_form' })
    expect(await cancel()).toMatchObject(INVALID)
    expect(await bench.app.ok('payInvoice', form)).toMatchObject({ kind: 'requires_form' })
  })
})
