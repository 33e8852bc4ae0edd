import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/testApp.ts'
import { createPool } from '../../platform/db/pool.ts'
import { findChangeable } from './findChangeable.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  owner = createPool({ connectionString: app.databaseUrl, max: 1, as: 'owner' })
})
afterAll(async () => {
  await owner.end()
  await app.stop()
})

it('finds append-only tables and columns that the application may change', async () => {
  expect(await findChangeable(owner)).toEqual([])
  await owner.query(`
    GRANT UPDATE (total, status) ON invoices TO purser_app;
    GRANT DELETE ON invoice_lines TO purser_app;
    GRANT UPDATE ON credit_notes TO purser_app;
    GRANT UPDATE (properties) ON usage_events TO purser_app`)
  expect(await findChangeable(owner)).toEqual([
    'credit_notes',
    'invoice_lines',
    'invoices.total',
    'usage_events.properties',
  ])
})
