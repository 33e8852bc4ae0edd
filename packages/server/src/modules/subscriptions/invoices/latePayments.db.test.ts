import type { SettlementOutcome } from '@purser/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'
import { pictureOf } from '../testing/pictureOf.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const clientOf = (outcome: SettlementOutcome) =>
  outcome.kind === 'requires_form' ? outcome.client : undefined

/**
 * Marks all open payments as ended without telling the provider, so that they can still be paid
 * there.
 */
const loseSight = (customerId: string) =>
  bench.app.pool.query(
    `UPDATE payments SET status = 'canceled', completed_at = created_at
     WHERE customer_id = $1 AND status = 'requires_action'`,
    [customerId],
  )

/** Creates a subscription whose form is open only at the provider. */
async function starting(customerId: string) {
  await bench.customer(customerId)
  const client = clientOf(await bench.subscribe(customerId, 'small'))
  await loseSight(customerId)
  const [invoice] = await bench.invoices(customerId)
  const [subscription] = await bench.list(customerId)
  return { client, invoiceId: invoice?.id ?? '', id: subscription?.id ?? '' }
}

/** Creates a change whose form is open. Unless `isSeen` is set, it is open only at the provider. */
async function changing(customerId: string, { isSeen = false, planId = 'big' } = {}) {
  await bench.payer(customerId)
  const { id } = await bench.subscribed(customerId, 'small')
  await bench.app.pool.query(
    'UPDATE customers SET default_payment_method_id = NULL WHERE id = $1',
    [customerId],
  )
  const outcome = await (planId === 'boost' ? bench.addOn(id, planId) : bench.change(id, planId))
  const client = clientOf(outcome)
  if (!isSeen) await loseSight(customerId)
  const invoice = (await bench.invoices(customerId)).at(-1)
  return { client, id, invoiceId: invoice?.id ?? '' }
}

/** Pays the form and delivers the webhook more than once. */
async function payLate(client: { token: string } | undefined): Promise<void> {
  await bench.pay(client)
  await bench.tick()
  bench.app.clock.advance({ minutes: 5 })
  await bench.tick()
}

const external = (invoiceId: string) =>
  bench.app.ok('recordInvoicePayment', { params: { id: invoiceId }, body: {} })

describe('a late payment of a subscription is refunded once', () => {
  const gone = {
    charges: ['succeeded 1000'],
    refunds: ['succeeded 1000'],
    subscriptions: ['incomplete_expired small'],
    invoices: ['void 1000'],
    ink: 0,
  }

  it('when the subscription has expired', async () => {
    const { client } = await starting('expired')
    bench.app.clock.advance({ hours: 23 })
    await bench.tick()
    await payLate(client)
    expect(await pictureOf(bench, 'expired')).toEqual(gone)
  })

  it('when its invoice was voided', async () => {
    const { client, invoiceId } = await starting('voided')
    await bench.app.ok('voidInvoice', { params: { id: invoiceId } })
    await payLate(client)
    expect(await pictureOf(bench, 'voided')).toEqual(gone)
  })

  it('when it was canceled', async () => {
    const { client, id } = await starting('canceled')
    await bench.app.ok('cancelSubscription', { params: { id }, body: { when: 'now' } })
    await payLate(client)
    expect(await pictureOf(bench, 'canceled')).toEqual({
      ...gone,
      subscriptions: ['canceled small'],
    })
  })

  it('when another subscription has replaced it', async () => {
    const { client } = await starting('replaced')
    await bench.card('replaced')
    expect(await bench.subscribe('replaced', 'big')).toMatchObject({ kind: 'charged_inline' })
    await payLate(client)
    expect(await pictureOf(bench, 'replaced')).toEqual({
      charges: ['succeeded 1000', 'succeeded 3000'],
      refunds: ['succeeded 1000'],
      subscriptions: ['active big', 'incomplete_expired small'],
      invoices: ['void 1000', 'paid 3000'],
      ink: 300,
    })
  })

  it('when the invoice was paid in another way, and the subscription starts once', async () => {
    const { client, invoiceId } = await starting('paid_outside')
    await external(invoiceId)
    await payLate(client)
    expect(await pictureOf(bench, 'paid_outside')).toEqual({
      charges: ['succeeded 1000'],
      refunds: ['succeeded 1000'],
      subscriptions: ['active small'],
      invoices: ['paid 1000'],
      ink: 100,
    })
    expect(await bench.eventTypes('paid_outside')).toEqual(['created', 'activated'])
  })
})

describe('a late payment of a change is refunded once', () => {
  const unchanged = {
    charges: ['succeeded 1000', 'succeeded 2000'],
    refunds: ['succeeded 2000'],
    subscriptions: ['active small'],
    invoices: ['paid 1000', 'void 2000'],
    ink: 100,
  }

  it('when the change was abandoned after a day', async () => {
    const { client } = await changing('abandoned')
    bench.app.clock.advance({ hours: 24 })
    await bench.run('sweepWaitingChanges')
    await payLate(client)
    expect(await pictureOf(bench, 'abandoned')).toEqual(unchanged)
  })

  it('when its invoice was voided', async () => {
    const { client, invoiceId } = await changing('change_voided')
    await bench.app.ok('voidInvoice', { params: { id: invoiceId } })
    await payLate(client)
    expect(await pictureOf(bench, 'change_voided')).toEqual(unchanged)
  })

  it('when the invoice was paid in another way, and the change is applied once', async () => {
    const { client, invoiceId } = await changing('change_outside')
    await external(invoiceId)
    await payLate(client)
    expect(await pictureOf(bench, 'change_outside')).toEqual({
      charges: ['succeeded 1000', 'succeeded 2000'],
      refunds: ['succeeded 2000'],
      subscriptions: ['active big'],
      invoices: ['paid 1000', 'paid 2000'],
      ink: 300,
    })
  })
})

describe('the payment of a change that no longer applies', () => {
  it.each(['big', 'boost'])('is refunded if the subscription has ended (%s)', async (planId) => {
    const customerId = `ended_${planId}`
    const { client, id } = await changing(customerId, { isSeen: true, planId })
    await bench.app.pool.query(
      `UPDATE subscriptions SET status = 'canceled', canceled_at = updated_at, due_at = NULL
       WHERE id = $1`,
      [id],
    )
    await payLate(client)
    const amount = planId === 'big' ? 2_000 : 620
    expect(await pictureOf(bench, customerId)).toEqual({
      charges: ['succeeded 1000', `succeeded ${amount}`],
      refunds: [`succeeded ${amount}`],
      subscriptions: ['canceled small'],
      invoices: ['paid 1000', `void ${amount}`],
      ink: 100,
    })
  })

  it.each(['big', 'boost'])('is refunded if a new period has started (%s)', async (planId) => {
    const customerId = `renewed_${planId}`
    const { client, id } = await changing(customerId, { isSeen: true, planId })
    await bench.app.pool.query(
      `UPDATE subscriptions SET current_period_start = current_period_end,
         current_period_end = current_period_end + interval '1 month',
         due_at = current_period_end + interval '1 month'
       WHERE id = $1`,
      [id],
    )
    const before = await bench.get(id)
    await payLate(client)
    const amount = planId === 'big' ? 2_000 : 620
    expect(await bench.get(id)).toEqual(before)
    expect(await pictureOf(bench, customerId)).toEqual({
      charges: ['succeeded 1000', `succeeded ${amount}`],
      refunds: [`succeeded ${amount}`],
      subscriptions: ['active small'],
      invoices: ['paid 1000', `void ${amount}`],
      ink: 100,
    })
  })
})
