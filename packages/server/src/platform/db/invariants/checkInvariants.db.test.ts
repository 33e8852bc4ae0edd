import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  borrowTestDatabase,
  returnTestDatabase,
  type TestDatabase,
} from '../../../../test/harness/database/testDatabase.ts'
import { checkInvariants } from './checkInvariants.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await borrowTestDatabase()
})
afterAll(() => returnTestDatabase(database))

const rows = (count: number) => `SELECT 'row ' || n AS broken FROM generate_series(1, ${count}) n`

it('lists the broken invariants in their order, with a few examples each', async () => {
  const breaches = await checkInvariants(database.pool, [
    { name: 'none', sql: rows(0) },
    { name: 'seven', sql: rows(7) },
    { name: 'one', sql: rows(1) },
  ])
  expect(breaches).toEqual([
    { name: 'seven', examples: [1, 2, 3, 4, 5].map((n) => `row ${n}`), wallets: [] },
    { name: 'one', examples: ['row 1'], wallets: [] },
  ])
})

it('leaves no connection in a failed transaction', async () => {
  const failing = { name: 'failing', sql: 'SELECT 1 / 0 AS broken' }
  const invariants = [{ name: 'none', sql: rows(0) }, failing, { name: 'one', sql: rows(1) }]
  for (let tries = 0; tries < 20; tries += 1) {
    await expect(checkInvariants(database.pool, invariants)).rejects.toThrow('division by zero')
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  }
})
