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

/** Whatever is under way counts as ended here; the provider never heard, so it can still be paid. */
const loseSight = (customerId: string) =>
  bench.app.pool.query(
    `UPDATE payments SET status = 'canceled', completed_at = created_at
     WHERE customer_id = $1 AND status = 'requires_action'`,
    [customerId],
  )

/** A subscription whose form is open at the provider alone. */
async function starting(customerId: string) {
  await bench.customer(customerId)
  const client = clientOf(await bench.subscribe(customerId, 'small'))
  await loseSight(customerId)
  const [invoice] = await bench.invoices(customerId)
  const [subscription] = await bench.list(customerId)
  return { client, invoiceId: invoice?.id ?? '', id: subscription?.id ?? '' }
}

/** A change whose form is open, at the provider alone unless it is `seen`. */
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

/** Pays the form, and lets everybody hear of it more than once. */
async function payLate(client: { token: string } | undefined): Promise<void> {
  await bench.pay(client)
  await bench.tick()
  bench.app.clock.advance({ minutes: 5 })
  await bench.tick()
}

const external = (invoiceId: string) =>
  bench.app.ok('recordInvoicePayment', { params: { id: invoiceId }, body: {} })

describe('money for a subscription that comes late goes back once', () => {
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

  it('when another one has taken its place', async () => {
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

  it('when it was paid another way, and it has begun once', async () => {
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
    expect(await bench.told('paid_outside')).toEqual(['created', 'activated'])
  })
})

describe('money for a change that comes late goes back once', () => {
  const unchanged = {
    charges: ['succeeded 1000', 'succeeded 2000'],
    refunds: ['succeeded 2000'],
    subscriptions: ['active small'],
    invoices: ['paid 1000', 'void 2000'],
    ink: 100,
  }

  it('when it was given up after a day', async () => {
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

  it('when it was paid another way, and is in force once', async () => {
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

describe('a change that is paid when it fits no more', () => {
  it.each(['big', 'boost'])(
    'because the subscription has ended, goes back (%s)',
    async (planId) => {
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
    },
  )

  it.each(['big', 'boost'])('because a new period has begun, goes back (%s)', async (planId) => {
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
