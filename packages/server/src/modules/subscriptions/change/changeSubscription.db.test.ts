import type { SettlementOutcome } from '@purser/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const START = '2026-01-15T12:00:00.000Z'
const END = '2026-02-15T12:00:00.000Z'
/** A quarter of the 31 days, to the second. */
const QUARTER = '2026-01-23T06:00:00.000Z'

const clientOf = (outcome: SettlementOutcome) =>
  outcome.kind === 'requires_form' ? outcome.client : undefined

/** All subscriptions start at the same instant, before the quarter. */
beforeAll(async () => {
  for (const id of ['up', 'form', 'declined', 'late_form', 'waits']) {
    await bench.payer(id)
    await bench.subscribed(id, 'small')
  }
  await bench.payer('down')
  await bench.subscribed('down', 'big')
  await bench.payer('seats')
  await bench.subscribed('seats', 'seats', { quantities: { seats: 3 } })
  await bench.payer('yearly')
  await bench.subscribed('yearly', 'small')
  await bench.customer('sent', { kind: 'slg' })
  await bench.subscribed('sent', 'small')
  await bench.payer('trial')
  await bench.subscribed('trial', 'trial')
  await bench.payer('metered')
  await bench.subscribed('metered', 'metered')
  await bench.to(QUARTER)
})

const only = async (customerId: string) => {
  const [subscription] = await bench.list(customerId)
  if (!subscription) throw new Error(`${customerId} has no subscription`)
  return subscription
}

describe('an upgrade', () => {
  it('charges the rest of the new plan minus the rest of the old plan, to the second', async () => {
    const { id } = await only('up')
    const preview = await bench.preview(id, 'big')
    expect(preview).toMatchObject({
      direction: 'upgrade',
      timing: 'now',
      effectiveAt: QUARTER,
      prorationLines: [
        { kind: 'credit', subtotal: -750, periodStart: QUARTER, periodEnd: END },
        { kind: 'charge', subtotal: 2_250, periodStart: QUARTER, periodEnd: END },
      ],
      total: 1_500,
      amountDue: 1_500,
      nextBillingAt: END,
      nextAmount: 3_000,
      creditImpacts: [{ currentBalance: 100, delta: 150, afterBalance: 250 }],
    })
    const { previewToken } = preview
    expect(await bench.change(id, 'big', { previewToken })).toMatchObject({
      kind: 'charged_inline',
      amount: 1_500,
      subscriptionId: id,
    })
    const changed = await only('up')
    expect(changed).toMatchObject({
      status: 'active',
      planId: preview.toPlanId,
      billingAnchor: START,
      currentBillingPeriodStart: START,
      currentBillingPeriodEnd: END,
    })
    expect(await bench.invoices('up')).toMatchObject([
      { status: 'paid', total: 1_000 },
      { status: 'paid', total: 1_500, reason: 'change', cycleStart: null },
    ])
    expect(await bench.balance('up')).toBe(250)
    expect((await bench.eventTypes('up')).at(-1)).toBe('updated')
  })
})

describe('a downgrade', () => {
  it('waits for the end of the period and can be withdrawn', async () => {
    const { id } = await only('down')
    expect(await bench.preview(id, 'small')).toMatchObject({
      direction: 'downgrade',
      timing: 'period_end',
      effectiveAt: END,
      prorationLines: [],
      total: 0,
      nextBillingAt: END,
      nextAmount: 1_000,
      creditImpacts: [],
    })
    const outcome = await bench.change(id, 'small')
    expect(outcome).toEqual({ kind: 'deferred', subscriptionId: id, effectiveAt: END })
    expect(await only('down')).toMatchObject({ pendingChange: { effectiveAt: END } })
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'no_action' })
    expect(await only('down')).toMatchObject({ pendingChange: null })
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'no_action' })
    await bench.change(id, 'small')
  })
})

describe('seats', () => {
  it('are added for the rest of the period, without billing other charges of the plan', async () => {
    const { id } = await only('seats')
    const preview = await bench.preview(id, 'seats', { quantities: { seats: 5 } })
    // Three quarters of 3 and of 5 seats at 310.
    expect(preview).toMatchObject({
      direction: 'upgrade',
      prorationLines: [
        { kind: 'credit', subtotal: -698 },
        { kind: 'charge', subtotal: 1_162, quantity: 5 },
      ],
      total: 464,
      nextAmount: 2_550,
      entitlementChanges: [{ featureSlug: 'seats', change: 'increased' }],
    })
    expect(await bench.change(id, 'seats', { quantities: { seats: 5 } })).toMatchObject({
      kind: 'charged_inline',
      amount: 464,
    })
    expect(await only('seats')).toMatchObject({ quantities: { seats: 5 }, planVersion: 1 })
  })

  it('are removed at the end of the period, or now with a credit on the next invoice', async () => {
    const { id } = await only('seats')
    expect(await bench.change(id, 'seats', { quantities: { seats: 1 } })).toMatchObject({
      kind: 'deferred',
    })
    expect(
      await bench.change(id, 'seats', { quantities: { seats: 2 }, when: 'now' }),
    ).toMatchObject({ kind: 'created_no_charge' })
    expect(await only('seats')).toMatchObject({ quantities: { seats: 2 }, pendingChange: null })
    const last = (await bench.invoices('seats')).at(-1)
    expect(last).toMatchObject({ status: 'paid', total: 0, reason: 'change' })
  })

  it('of a feature that the plan does not sell by the seat are refused', async () => {
    const { id } = await only('seats')
    const before = await bench.readRows('seats')
    expect(await bench.refusedChange(id, 'seats', { quantities: { reports: 2 } })).toMatchObject({
      status: 400,
      details: [{ path: 'quantities.reports' }],
    })
    expect(await bench.refusedChange(id, 'seats', { quantities: { seats: -1 } })).toMatchObject({
      status: 400,
    })
    expect(await bench.refusedChange(id, 'seats', { quantities: { seats: 1.5 } })).toMatchObject({
      status: 400,
    })
    expect(await bench.readRows('seats')).toEqual(before)
  })
})

describe('a change to another interval', () => {
  it('starts a new period and charges it in full', async () => {
    const { id } = await only('yearly')
    expect(await bench.preview(id, 'big-year', { when: 'now' })).toMatchObject({
      total: 30_000 - 750,
      nextBillingAt: '2027-01-23T06:00:00.000Z',
      nextAmount: 30_000,
    })
    expect(await bench.change(id, 'big-year', { when: 'now' })).toMatchObject({ amount: 29_250 })
    expect(await only('yearly')).toMatchObject({
      billingAnchor: QUARTER,
      currentBillingPeriodStart: QUARTER,
      currentBillingPeriodEnd: '2027-01-23T06:00:00.000Z',
    })
  })
})

describe('a customer who pays by invoice', () => {
  it('gets the change immediately', async () => {
    const { id } = await only('sent')
    expect(await bench.change(id, 'big')).toMatchObject({
      kind: 'invoice_added',
      lineAmount: 1_500,
    })
    expect((await bench.invoices('sent')).at(-1)).toMatchObject({ status: 'open', total: 1_500 })
    expect(await only('sent')).toMatchObject({ status: 'active' })
    expect(await bench.balance('sent')).toBe(250)
  })
})

describe('a change during a trial', () => {
  it('takes effect without a charge, and the trial continues', async () => {
    const before = await only('trial')
    const outcome = await bench.change(before.id, 'big')
    expect(outcome).toMatchObject({ kind: 'created_no_charge', invoiceId: null })
    const after = await only('trial')
    expect(after.planId).not.toBe(before.planId)
    expect(after).toMatchObject({
      status: 'trialing',
      trialEndsAt: before.trialEndsAt,
      billingAnchor: before.billingAnchor,
      currentBillingPeriodEnd: before.currentBillingPeriodEnd,
    })
    expect(await bench.invoices('trial')).toEqual([])
  })
})

describe('usage under the old plan', () => {
  it('is billed with the change, and usage after a preview is billed on the next invoice', async () => {
    const { id } = await only('metered')
    await bench.track('metered', 100)
    const { previewToken, total } = await bench.preview(id, 'big')
    // 100 calls at 2, minus three quarters of 500, plus three quarters of 3000.
    expect(total).toBe(200 - 375 + 2_250)
    await bench.track('metered', 7)
    expect(await bench.change(id, 'big', { previewToken })).toMatchObject({ amount: total })
    const { rows } = await bench.app.pool.query(
      'SELECT amount, invoice_id FROM pending_invoice_lines WHERE customer_id = $1',
      ['metered'],
    )
    expect(rows).toMatchObject([{ amount: 14, invoice_id: null }])
  })
})

describe('a change without a card', () => {
  it('waits for its form and is applied when the form is paid', async () => {
    await bench.app.pool.query(
      `UPDATE customers SET default_payment_method_id = NULL WHERE id IN ('form', 'late_form')`,
    )
    const { id, planId } = await only('form')
    const outcome = await bench.change(id, 'big')
    expect(outcome).toMatchObject({ kind: 'requires_form', amount: 1_500, subscriptionId: id })
    expect(await only('form')).toMatchObject({ planId })
    const second = await bench.refusedChange(id, 'big')
    expect(second).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(second.details).toMatchObject({ invoiceId: expect.stringMatching(/^inv_/) })
    expect(await bench.app.fails('pauseSubscription', { params: { id } })).toMatchObject({
      code: 'invalid_state',
    })
    await bench.pay(clientOf(outcome))
    await bench.tick()
    expect((await only('form')).planId).not.toBe(planId)
    expect(await bench.balance('form')).toBe(250)
  })

  it('is abandoned after a day together with its payment', async () => {
    const { id, planId } = await only('late_form')
    const before = await bench.readRows('late_form')
    await bench.change(id, 'big')
    bench.app.clock.advance({ hours: 23 })
    await bench.run('sweepWaitingChanges')
    expect((await bench.invoices('late_form')).at(-1)).toMatchObject({ status: 'open' })
    bench.app.clock.advance({ hours: 1 })
    await bench.run('sweepWaitingChanges')
    expect(await only('late_form')).toMatchObject({ planId })
    expect((await bench.invoices('late_form')).at(-1)).toMatchObject({ status: 'void' })
    expect(await bench.readRows('late_form')).toEqual(before)
    expect(await bench.charges('late_form')).toMatchObject([
      { amount: 1_000, status: 'succeeded' },
      { amount: 1_500, status: 'canceled' },
    ])
  })
})

describe('a declined card', () => {
  it('leaves everything unchanged', async () => {
    const { id } = await only('declined')
    await bench.card('declined', 'insufficient_funds')
    const before = await bench.readRows('declined')
    expect(await bench.refusedChange(id, 'big')).toMatchObject({
      status: 402,
      code: 'card_declined',
    })
    expect(await bench.readRows('declined')).toEqual(before)
    expect((await bench.invoices('declined')).at(-1)).toMatchObject({ status: 'void' })
    await bench.card('declined')
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'charged_inline' })
  })
})

describe('the end of the period', () => {
  it('applies a downgrade and closes a waiting change', async () => {
    await bench.app.pool.query(
      `UPDATE customers SET default_payment_method_id = NULL WHERE id = 'waits'`,
    )
    await bench.to('2026-02-15T11:00:00.000Z')
    const { id, planId } = await only('waits')
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'requires_form' })
    await bench.to(END)
    expect(await only('waits')).toMatchObject({ planId, currentBillingPeriodStart: END })
    const invoices = await bench.invoices('waits')
    expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
      ['start', 'paid'],
      ['change', 'void'],
      ['period', 'open'],
    ])
    expect(await only('down')).toMatchObject({
      planId,
      pendingChange: null,
      currentBillingPeriodStart: END,
    })
    expect((await bench.invoices('down')).at(-1)).toMatchObject({ total: 1_000, status: 'paid' })
    // The value of the three removed seats, and usage after the preview.
    expect((await bench.invoices('seats')).at(-1)).toMatchObject({
      total: 1_000 + 2 * 310 - (1_162 - 465),
    })
    expect((await bench.invoices('metered')).at(-1)).toMatchObject({ total: 3_000 + 14 })
  })
})
