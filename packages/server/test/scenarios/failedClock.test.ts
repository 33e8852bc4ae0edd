import type { TestClock } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDueSessions } from '../../src/modules/checkout/session/dueSessions.sql.ts'
import {
  type CheckoutBench,
  startCheckoutBench,
} from '../../src/modules/checkout/testing/checkoutBench.ts'
import { createPlanCatalog } from '../../src/modules/checkout/testing/planCatalog.ts'
import { findDueWallets } from '../../src/modules/credits/wallet/wallet.sql.ts'
import { hasAdvancingClock } from '../../src/modules/customers/read.ts'
import { findDuePendingCharges } from '../../src/modules/invoicing/bill/pendingLines.sql.ts'
import {
  findDueInvoices,
  findUnfinishedPayments,
} from '../../src/modules/invoicing/collect/collection.sql.ts'
import { findExpiringMethods } from '../../src/modules/payments/methods/expiringMethods.sql.ts'
import { findDueSubscriptionsOnIdleClocks } from '../../src/modules/subscriptions/renew/due.sql.ts'
import {
  findLowWallets,
  findPendingAttempts,
} from '../../src/modules/topups/sweep/dueTopUps.sql.ts'
import { sessionOf } from '../../src/platform/db/session.ts'
import { withTransaction } from '../../src/platform/db/withTransaction.ts'

const MARCH = '2031-03-01T00:00:00.000Z'
const FIRST_RETRY = '2031-04-01T12:00:00.000Z'
const JUNE = '2031-06-01T00:00:00.000Z'

let bench: CheckoutBench
let testClockId: string

/** Sets the status of the clock at a time when everything is due. */
const setClock = (status: TestClock['status']) =>
  bench.app.pool.query(
    `UPDATE test_clocks SET frozen_time = $2, status = $3::text,
       target_time = CASE $3 WHEN 'ready' THEN NULL ELSE $2::timestamptz END
     WHERE id = $1`,
    [testClockId, JUNE, status],
  )

const subscribe = (customerId: string) =>
  bench.app.ok('createSubscription', { body: { customerId, planId: 'basic' } })

beforeAll(async () => {
  bench = await startCheckoutBench()
  await createPlanCatalog(bench.app)
  const clock = await bench.app.ok<TestClock>('createTestClock', { body: { frozenTime: MARCH } })
  testClockId = clock.id
  const customer = (id: string, body: object = {}) => bench.customer(id, { testClockId, ...body })
  // The renewal fails, so its invoice waits for the next attempt.
  await customer('declined')
  await bench.card('declined')
  await subscribe('declined')
  await bench.card('declined', 'fails_later')
  const params = { id: testClockId }
  await bench.app.ok('advanceTestClock', { params, body: { to: FIRST_RETRY } })
  await bench.drain()

  await customer('paying')
  await bench.card('paying')
  await subscribe('paying')
  await bench.grant('paying', 500, { expiresAt: '2031-04-10T00:00:00Z' })
  // Without a card, the payment of the first invoice waits for its form.
  await customer('hesitant')
  await subscribe('hesitant')
  await customer('browsing')
  await bench.open({ customerId: 'browsing', purpose: 'subscription', planId: 'basic' })
  await customer('invoiced', { collectionMethod: 'send_invoice' })
  await bench.topUp('invoiced')
  for (const id of ['spending', 'low']) {
    await customer(id)
    await bench.card(id)
    await bench.grant(id, 500)
    await bench.rule(id)
  }
  await bench.spend('spending', 450)
  await bench.app.pool.query(
    "UPDATE credit_accounts SET topup_threshold = balance WHERE customer_id = 'low'",
  )
})
afterAll(() => bench.stop())

/** Counts the rows that each sweeper would process now. */
async function countDueWork(): Promise<Record<string, number>> {
  const { db, clock } = bench.app
  const now = clock.now()
  const page = { now, after: { dueAt: new Date(0), id: '' }, limit: 100 }
  const found = {
    wallets: await withTransaction(db, (tx) => findDueWallets(sessionOf(tx), page), 'read'),
    subscriptions: await findDueSubscriptionsOnIdleClocks(db, null),
    invoices: await findDueInvoices(db, now, null),
    payments: await findUnfinishedPayments(db, null),
    pendingLines: await findDuePendingCharges(db, now, null),
    topUps: await findPendingAttempts(db, null),
    lowWallets: await findLowWallets(db, null),
    checkoutSessions: await findDueSessions(db, now, null),
    cards: await withTransaction(
      db,
      (tx) => findExpiringMethods(tx, now, { after: '', limit: 100 }),
      'read',
    ),
  }
  return Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, rows.length]))
}

const isAdvancing = () => hasAdvancingClock(bench.app.db, bench.app.sandbox.environmentId, 'paying')

/** Lists the kinds of work that a sweeper would do now, and those that it would not do. */
async function listDueWork(): Promise<{ done: string[]; waiting: string[] }> {
  const due = Object.entries(await countDueWork())
  return {
    done: due.filter(([, count]) => count > 0).map(([kind]) => kind),
    waiting: due.filter(([, count]) => count === 0).map(([kind]) => kind),
  }
}

describe('sweepers and jobs', () => {
  it('do every kind of due work while a test clock is ready', async () => {
    await setClock('ready')
    expect((await listDueWork()).waiting).toEqual([])
    expect(await isAdvancing()).toBe(false)
  })

  it('do nothing while a test clock is advancing', async () => {
    await setClock('advancing')
    expect((await listDueWork()).done).toEqual([])
    expect(await isAdvancing()).toBe(true)
  })

  it('do not bill or collect after a test clock has failed, but do all other work', async () => {
    await setClock('failed')
    expect(await listDueWork()).toEqual({
      done: ['wallets', 'payments', 'topUps', 'lowWallets', 'checkoutSessions', 'cards'],
      waiting: ['subscriptions', 'invoices', 'pendingLines'],
    })
    expect(await isAdvancing()).toBe(false)
  })

  it('ask the provider about an unanswered payment after a test clock has failed', async () => {
    await setClock('failed')
    const params = { customerId: 'unanswered' }
    await bench.customer(params.customerId, { testClockId })
    await bench.card(params.customerId)
    await bench.faults(
      { operation: 'charge', effect: 'lost_answer', times: 1 },
      { operation: 'webhook', effect: 'drop', times: null },
    )
    await bench.topUp(params.customerId)
    for (let round = 0; round < 3; round += 1) {
      bench.app.clock.advance({ hours: 12 })
      await bench.sweepAll()
    }
    expect(await bench.attempts(params.customerId)).toMatchObject([{ status: 'succeeded' }])
    await bench.app.ok('deleteCustomer', { params })
  })
})
