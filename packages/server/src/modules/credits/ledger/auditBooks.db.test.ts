import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import type { Breach } from '../../../platform/db/invariants/checkInvariants.ts'
import { auditBooks } from './auditBooks.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.ok('createCreditCurrency', { body: { name: 'Credits', denomination: 'unit' } })
  for (const customerId of ['sound', 'broken']) {
    await app.ok('putCustomer', { params: { customerId }, body: {} })
    await app.ok('createGrant', {
      body: { customerId, creditCurrencyId: 'credits', amount: 10 },
    })
  }
})
afterAll(() => app.stop())

describe('the nightly audit', () => {
  it('freezes wallets with inconsistent books, reports them, and leaves the others alone', async () => {
    // Only the owner of the tables can change the ledger.
    const owner = new pg.Client({ connectionString: app.databaseUrl })
    await owner.connect()
    await owner.query(`UPDATE credit_accounts SET balance = 11 WHERE customer_id = 'broken'`)
    await owner.end()
    const breaches: Breach[] = []
    const report = (breach: Breach) => breaches.push(breach)
    const { invariants } = app.app
    await auditBooks(app.db, app.clock, { pool: app.pool, invariants, report })
    expect(breaches.length).toBeGreaterThan(0)
    const { rows } = await app.pool.query(
      'SELECT customer_id AS customer, status FROM credit_accounts ORDER BY 1',
    )
    expect(rows).toEqual([
      { customer: 'broken', status: 'frozen' },
      { customer: 'sound', status: 'active' },
    ])
    expect(app.app.jobs.schedule).toContainEqual(expect.stringContaining('auditBooks'))
  })
})
