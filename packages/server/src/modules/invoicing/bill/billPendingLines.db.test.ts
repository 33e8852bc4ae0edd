import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { listInvoices } from '../invoice/invoice.sql.ts'
import { type InvoiceBench, startInvoiceBench } from '../testing/invoiceBench.ts'
import { billPendingCharges, billPendingLines, createPendingLinesWork } from './billPendingLines.ts'

// The clock starts at noon on 15 January 2026.
let bench: InvoiceBench
beforeAll(async () => {
  bench = await startInvoiceBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const invoicesOf = (customerId: string) =>
  withTransaction(bench.app.db, (tx) =>
    listInvoices(tx, bench.app.sandbox.environmentId, { customerId }, { limit: 50, after: null }),
  )
const totalsOf = async (customerId: string) =>
  (await invoicesOf(customerId)).map(({ total, currency }) => `${total} ${currency}`).sort()
const billing = () => ({ db: bench.app.db, tax: { taxFor: () => Promise.resolve(null) } })

describe('pending lines without an invoice', () => {
  it('are billed after the end of their month, on one invoice per customer and currency', async () => {
    await bench.customer('ada')
    await bench.append('ada', 700)
    await bench.append('ada', 300, { type: 'credit_package', description: '500 images' })
    await bench.append('ada', 900, { currency: 'eur' })
    await bench.customer('berlin', { timezone: 'Europe/Berlin' })
    await bench.append('berlin', 500)
    await bench.customer('owed')
    await bench.append('owed', 100)
    await bench.append('owed', -400, { type: 'proration' })

    await bench.run('billPendingLines')
    expect(await totalsOf('ada')).toEqual([])

    // The last hour of January in London is the first hour of February in Berlin.
    bench.app.clock.advance({ days: 16, hours: 11, minutes: 30 })
    await bench.run('billPendingLines')
    expect(await totalsOf('ada')).toEqual([])
    expect(await totalsOf('berlin')).toEqual(['500 usd'])

    bench.app.clock.advance({ minutes: 30 })
    await bench.append('ada', 50)
    await bench.run('billPendingLines')
    await bench.run('billPendingLines')
    expect(await totalsOf('ada')).toEqual(['1050 usd', '900 eur'])
    expect(await totalsOf('berlin')).toEqual(['500 usd'])
    const [newest] = await invoicesOf('ada')
    expect(newest).toMatchObject({ reason: 'pending_lines', collectionMethod: 'send_invoice' })
  })

  it('wait while their sum is negative', async () => {
    expect(await totalsOf('owed')).toEqual([])
    expect(await bench.pending('owed')).toMatchObject([{ invoice_id: null }, { invoice_id: null }])
    await bench.append('owed', 350)
    await bench.run('billPendingLines')
    expect(await totalsOf('owed')).toEqual(['50 usd'])
  })

  it('wait until the end of their month if an invoice has already billed earlier lines', async () => {
    await bench.customer('late')
    await bench.append('late', 100)
    const of = { customerId: 'late', currency: 'usd' }
    expect(await billPendingCharges(billing(), bench.app.sandbox.scope(), of)).toBeNull()
    expect(await bench.pending('late')).toMatchObject([{ invoice_id: null }])
  })

  it('are billed once even if many workers find them', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `many-${at}`)
    for (const id of ids) {
      await bench.customer(id)
      await bench.append(id, 100)
    }
    bench.app.clock.advance({ days: 40 })
    await Promise.all(Array.from({ length: 4 }, () => billPendingLines(billing(), bench.app.clock)))
    for (const id of ids) expect(await totalsOf(id)).toEqual(['100 usd'])
  })
})

describe('pending lines on a test clock', () => {
  it('are due at the end of their month on the clock', async () => {
    const { app } = bench
    const { environmentId } = app.sandbox
    const testClockId = 'clk_test'
    await app.pool.query(
      `INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at)
       VALUES ($1, $2, $3, $3, $3)`,
      [environmentId, testClockId, '2030-05-10T00:00:00Z'],
    )
    await bench.customer('fixed')
    await app.pool.query("UPDATE customers SET test_clock_id = $1 WHERE id = 'fixed'", [
      testClockId,
    ])
    const key = { environmentId, testClockId }
    const work = createPendingLinesWork(billing(), app.clock)
    expect(await work.nextDueAt(key)).toBeNull()
    await bench.append('fixed', 100, { createdAt: new Date('2030-05-10T00:00:00Z') })
    await bench.append('fixed', 90, { createdAt: new Date('2030-05-11T00:00:00Z') })
    const due = new Date('2030-06-01T00:00:00Z')
    expect(await work.nextDueAt(key)).toEqual(due)
    await work.runDue(key, new Date(due.getTime() - 1))
    expect(await totalsOf('fixed')).toEqual([])
    const move = `UPDATE test_clocks SET frozen_time = $2, status = $3,
      target_time = CASE $3 WHEN 'advancing' THEN $2::timestamptz END WHERE id = $1`
    await app.pool.query(move, [testClockId, due, 'advancing'])
    await bench.run('billPendingLines')
    expect(await totalsOf('fixed')).toEqual([])
    await work.runDue(key, due)
    await work.runDue(key, due)
    await app.pool.query(move, [testClockId, due, 'ready'])
    expect(await invoicesOf('fixed')).toMatchObject([{ total: 190, issuedAt: due }])
    expect(await work.nextDueAt(key)).toBeNull()
  })
})
