import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/testApp.ts'
import { type DueRows, findNextDueOnClock, listDueOnClock } from './dueOnClock.ts'

const DUE: DueRows<{ customerId: string }> = {
  table: 'credit_accounts',
  alias: 'a',
  dueAt: 'next_due_at',
  columns: sql`a.customer_id AS "customerId"`,
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.ok('createCreditCurrency', {
    body: { name: 'Images', slug: 'images', denomination: 'unit' },
  })
})
afterAll(() => app.stop())

const newClock = async () =>
  (
    await app.ok<{ id: string }>('createTestClock', {
      body: { frozenTime: '2031-01-01T00:00:00.000Z' },
    })
  ).id

/** Creates a customer whose credits expire in February 2031. */
async function customer(customerId: string, day: number, testClockId?: string) {
  await app.ok('putCustomer', {
    params: { customerId },
    body: { ...(testClockId && { testClockId }) },
  })
  await app.ok('createGrant', {
    body: { customerId, creditCurrencyId: 'images', amount: 5, expiresAt: february(day) },
  })
}
const february = (day: number) => new Date(Date.UTC(2031, 1, day)).toISOString()

it('finds the due work of the customers on one clock, by customer', async () => {
  const testClockId = await newClock()
  await customer('without-clock', 1)
  await customer('on-other-clock', 2, await newClock())
  await customer('deleted', 3, testClockId)
  await app.pool.query(`UPDATE customers SET deleted_at = now() WHERE id = 'deleted'`)
  await customer('b-first', 4, testClockId)
  await customer('a-second', 5, testClockId)
  await customer('c-third', 6, testClockId)

  const clock = { environmentId: app.sandbox.environmentId, testClockId }
  const listDue = (day: number) => listDueOnClock(app.db, clock, DUE, new Date(february(day)))
  expect(await findNextDueOnClock(app.db, clock, DUE)).toEqual(new Date(february(4)))
  expect(await listDue(3)).toEqual([])
  expect(await listDue(5)).toEqual([{ customerId: 'a-second' }, { customerId: 'b-first' }])
  const unneeded = { ...DUE, condition: sql<boolean>`a.customer_id <> 'b-first'` }
  expect(await findNextDueOnClock(app.db, clock, unneeded)).toEqual(new Date(february(5)))
  const unknown = { ...clock, testClockId: 'clk_unknown' }
  expect(await findNextDueOnClock(app.db, unknown, DUE)).toBeNull()
})
