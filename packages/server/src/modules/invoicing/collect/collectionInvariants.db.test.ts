import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../../platform/db/pool.ts'
import { invoicingInvariants } from '../invariants.ts'
import { type CollectionBench, startCollectionBench } from '../testing/collectionBench.ts'

let bench: CollectionBench
let owner: pg.Pool
beforeAll(async () => {
  bench = await startCollectionBench()
  owner = createPool({ connectionString: bench.app.databaseUrl, max: 1, as: 'owner' })
  await bench.customer('ada')
  await bench.card('ada')
  const credit = (id: string, amount: number) =>
    bench.app.ok('createCreditNote', { params: { id }, body: { amount } })
  const paid = await bench.invoice('ada', 1_000)
  await bench.collect()
  await credit(paid.id, 300)
  const open = await bench.invoice('ada', 2_000, { isSent: true })
  await credit(open.id, 500)
  await bench.payInvoice(open, { amount: 700 })
  await bench.payInvoice(open, { forceForm: true })
})
afterAll(async () => {
  await owner.end()
  await bench.stop()
})

const FIRST = `number = 'INV-000001'`
const OPEN = `number = 'INV-000002'`

/** Each statement breaks one rule, which proves that the check detects it. */
const PLANTED: [string, string][] = [
  ['is paid exactly', `UPDATE invoices SET amount_paid = amount_paid + 1 WHERE ${OPEN}`],
  [
    'is paid exactly',
    `UPDATE payments SET status = 'failed', amount_refunded = 0 WHERE amount = 700`,
  ],
  ['is paid exactly', `UPDATE invoices SET amount_due = 700 WHERE ${OPEN}`],
  ['is paid exactly', `UPDATE refunds SET credit_note_id = NULL`],
  [
    'is in progress',
    `DROP INDEX payments_one_open_per_invoice;
     UPDATE payments SET status = 'pending', completed_at = NULL WHERE amount = 700`,
  ],
  ['is in progress', `UPDATE payments SET purpose = 'topup' WHERE amount = 700`],
  ['is in progress', `UPDATE payments SET invoice_id = NULL WHERE amount = 700`],
  ['match the reductions and refunds', `UPDATE credit_notes SET amount = amount + 1`],
  ['match the reductions and refunds', `UPDATE credit_notes SET tax = tax + 1`],
  ['match the reductions and refunds', `UPDATE invoices SET status = 'paid' WHERE ${FIRST}`],
  ['match the reductions and refunds', `UPDATE invoices SET status = 'refunded' WHERE ${FIRST}`],
  ['match the reductions and refunds', `DELETE FROM credit_notes WHERE amount = 500`],
  ['at most its amount', `UPDATE refunds SET amount = amount + 1`],
  ['at most its amount', `UPDATE refunds SET credit_note_id = 'cn_none'`],
  [
    'at most its amount',
    `UPDATE refunds SET payment_id = (SELECT id FROM payments WHERE amount = 700)`,
  ],
  ['credit notes are numbered', `UPDATE credit_notes SET number = 'CN-000009' WHERE amount = 300`],
  ['credit notes are numbered', `UPDATE credit_notes SET number = 'CN-000002'`],
  ['credit notes are numbered', `UPDATE credit_notes SET number = 'CN-1' WHERE amount = 300`],
  ['credit notes are numbered', 'UPDATE invoice_counters SET last_credit_note = 3'],
]

describe('the invariants of collection', () => {
  it('hold for data that the application wrote', async () => {
    expect(await checkInvariants(owner, invoicingInvariants)).toEqual([])
  })

  it.each(PLANTED)('detect a violation of "%s" by: %s', async (name, sql) => {
    const client = await owner.connect()
    try {
      await client.query('BEGIN')
      await client.query(sql)
      const breaches: string[] = []
      for (const invariant of invoicingInvariants) {
        const { rows } = await client.query(invariant.sql)
        if (rows.length > 0) breaches.push(invariant.name)
      }
      expect(breaches).toEqual(expect.arrayContaining([expect.stringContaining(name)]))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
