import type { SettlementOutcome } from '@purser/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'
import { findNextOverdueAt, listOverdueChangesOnClock } from './changes.sql.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const clientOf = (outcome: SettlementOutcome) =>
  outcome.kind === 'requires_form' ? outcome.client : undefined

/** Creates a customer on the small plan whose change to another plan is waiting for a form. */
async function waiting(customerId: string, customer: object = {}, planId = 'big') {
  await bench.payer(customerId, { ...customer })
  const subscription = await bench.subscribed(customerId, 'small')
  await bench.app.pool.query(
    'UPDATE customers SET default_payment_method_id = NULL WHERE id = $1',
    [customerId],
  )
  const outcome = await bench.change(subscription.id, planId)
  return { subscription, client: clientOf(outcome) }
}

it('a change also waits for one day on a test clock', async () => {
  const clock = await bench.app.ok<{ id: string }>('createTestClock', {
    body: { frozenTime: '2026-01-15T12:00:00.000Z' },
  })
  const { subscription } = await waiting('on_clock', { testClockId: clock.id })
  await bench.app.ok('advanceTestClock', {
    params: { id: clock.id },
    body: { to: '2026-01-16T11:59:59.000Z' },
  })
  await bench.tick()
  expect((await bench.invoices('on_clock')).at(-1)).toMatchObject({ status: 'open' })
  await bench.app.ok('advanceTestClock', {
    params: { id: clock.id },
    body: { to: '2026-02-16T00:00:00.000Z' },
  })
  await bench.tick()
  const [, change, ...renewals] = await bench.invoices('on_clock')
  expect(change).toMatchObject({
    reason: 'change',
    status: 'void',
    endedAt: new Date('2026-01-16T12:00:00.000Z'),
  })
  expect(renewals.map(({ total }) => total)).toEqual([1_000])
  expect(await bench.get(subscription.id)).toMatchObject({ planId: subscription.planId })
})

it('the due work of a clock ignores the waiting changes of other customers', async () => {
  const newClock = async (frozenTime: string) =>
    (await bench.app.ok<{ id: string }>('createTestClock', { body: { frozenTime } })).id
  const testClockId = await newClock('2026-01-20T12:00:00.000Z')
  await waiting('without_clock')
  await waiting('other_clock', { testClockId: await newClock('2026-01-15T12:00:00.000Z') })
  const { db, sandbox } = bench.app
  const clock = { environmentId: sandbox.environmentId, testClockId }
  const overdueAt = new Date('2026-01-21T12:00:00.000Z')
  expect(await findNextOverdueAt(db, clock)).toBeNull()
  expect(await listOverdueChangesOnClock(db, clock, overdueAt)).toEqual([])
  const { subscription } = await waiting('this_clock', { testClockId })
  expect(await findNextOverdueAt(db, clock)).toEqual(overdueAt)
  expect(await listOverdueChangesOnClock(db, clock, overdueAt)).toMatchObject([
    { subscriptionId: subscription.id },
  ])
})

it('credits used while a change waits are deducted from the credits of the new plan', async () => {
  const { client } = await waiting('meanwhile')
  // No time has passed, so all credits of the small plan are for time on the big one.
  await bench.spend('meanwhile', 100)
  await bench.pay(client)
  await bench.tick()
  expect(await bench.balance('meanwhile')).toBe(200)
})

it('the value of credits used while a change waits is billed', async () => {
  const { client } = await waiting('worth', {}, 'team')
  await bench.spend('worth', 100)
  await bench.pay(client)
  await bench.tick()
  const { rows } = await bench.app.pool.query(
    `SELECT amount FROM pending_invoice_lines WHERE customer_id = 'worth'`,
  )
  expect(rows).toEqual([{ amount: 1_000 }])
})

it('usage reported while a change waits is billed on the next invoice', async () => {
  await bench.payer('calls')
  const { id } = await bench.subscribed('calls', 'metered')
  await bench.app.pool.query(
    `UPDATE customers SET default_payment_method_id = NULL WHERE id = 'calls'`,
  )
  await bench.track('calls', 10)
  const outcome = await bench.change(id, 'big')
  await bench.track('calls', 5)
  await bench.pay(clientOf(outcome))
  await bench.tick()
  await bench.track('calls', 1_000)
  expect((await bench.invoices('calls')).at(-1)).toMatchObject({ total: 3_000 - 500 + 20 })
  bench.app.clock.advance({ days: 31 })
  await bench.tick()
  expect((await bench.invoices('calls')).at(-1)).toMatchObject({ total: 3_000 + 10 })
})

it('usage withdrawn while a change waits is credited on the next invoice', async () => {
  await bench.payer('taken_back')
  const { id } = await bench.subscribed('taken_back', 'metered')
  await bench.app.pool.query(
    `UPDATE customers SET default_payment_method_id = NULL WHERE id = 'taken_back'`,
  )
  const tracked = (await bench.track('taken_back', 10)) as { results: { eventId: string }[] }
  const outcome = await bench.change(id, 'big')
  await bench.app.ok('reverseUsageEvent', { params: { id: tracked.results[0]?.eventId ?? '' } })
  await bench.pay(clientOf(outcome))
  await bench.tick()
  expect((await bench.invoices('taken_back')).at(-1)).toMatchObject({ total: 3_000 - 500 + 20 })
  bench.app.clock.advance({ days: 31 })
  await bench.tick()
  expect((await bench.invoices('taken_back')).at(-1)).toMatchObject({ total: 3_000 - 20 })
})

it('a payment that arrives after the change was abandoned is refunded', async () => {
  const { subscription, client } = await waiting('too_late')
  const { rows } = await bench.app.pool.query<{ id: string }>(
    `SELECT id FROM payments WHERE customer_id = 'too_late' AND status = 'requires_action'`,
  )
  expect(rows).toHaveLength(1)
  await bench.app.ok('cancelSubscription', {
    params: { id: subscription.id },
    body: { when: 'now' },
  })
  await bench.pay(client).catch(() => {})
  await bench.tick()
  expect(await bench.get(subscription.id)).toMatchObject({
    status: 'canceled',
    planId: subscription.planId,
  })
  expect((await bench.invoices('too_late')).at(-1)).toMatchObject({ status: 'void' })
  const charged = (await bench.charges('too_late')).filter(({ status }) => status === 'succeeded')
  expect(charged).toMatchObject([{ amount: 1_000 }])
})
