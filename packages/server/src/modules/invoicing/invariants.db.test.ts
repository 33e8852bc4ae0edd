import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../platform/db/pool.ts'
import { invoicingInvariants } from './invariants.ts'
import { type InvoiceBench, startInvoiceBench } from './testing/invoiceBench.ts'

let bench: InvoiceBench
let owner: pg.Pool
beforeAll(async () => {
  bench = await startInvoiceBench()
  owner = createPool({ connectionString: bench.app.databaseUrl, max: 1, as: 'owner' })
  await bench.customer('ada')
  await bench.customer('bob', { currency: 'jpy' })
  await bench.prepay('ada', 400)
  await bench.append('ada', 700)
  await bench.invoice('ada', [1_000, 300])
  await bench.prepay('ada', 50)
  await bench.void(await bench.invoice('ada', [200]))
  await bench.invoice('bob', [980], { currency: 'jpy' })
  const { id } = await bench.invoice('bob', [100])
  await bench.app.ok('recordInvoicePayment', { params: { id }, body: { amount: 40 } })
})
afterAll(async () => {
  await owner.end()
  await bench.stop()
})

const FIRST = `number = 'INV-000001'`

/** Each statement breaks one rule, which proves that the check detects it. */
const PLANTED: [string, string][] = [
  ['total equals its lines', `UPDATE invoice_lines SET subtotal = subtotal + 1, total = total + 1`],
  ['total equals its lines', `DELETE FROM invoice_lines WHERE position = 0`],
  ['total equals its lines', `UPDATE invoices SET subtotal = subtotal + 1, tax = tax - 1`],
  [
    'total equals its lines',
    `UPDATE invoices SET total = total - 1, credits_applied = credits_applied + 1,
       amount_due = amount_due - 1 WHERE credits_applied = 0 AND status = 'open';
     UPDATE invoice_lines SET tax = tax + 1, total = total + 1`,
  ],
  ['invoices are numbered', `UPDATE invoices SET number = 'INV-000009' WHERE ${FIRST}`],
  ['invoices are numbered', `UPDATE invoices SET number = 'INV-000002' WHERE ${FIRST}`],
  ['invoices are numbered', `UPDATE invoices SET number = 'INV-1' WHERE ${FIRST}`],
  ['invoices are numbered', 'UPDATE invoice_counters SET last_invoice = last_invoice + 1'],
  ['invoices are numbered', 'DELETE FROM invoice_counters'],
  [
    'no draft invoice remains',
    `UPDATE invoices SET status = 'draft', number = NULL WHERE ${FIRST}`,
  ],
  ['due for collection', `UPDATE invoices SET next_attempt_at = created_at WHERE ${FIRST}`],
  [
    'due for collection',
    `UPDATE invoices SET next_attempt_at = created_at, collection_method = 'charge_automatically'
     WHERE status = 'void'`,
  ],
  ['in its currency', `UPDATE pending_invoice_lines SET invoice_id = 'inv_none'`],
  ['in its currency', `UPDATE pending_invoice_lines SET currency = 'eur'`],
  [
    'in its currency',
    `UPDATE pending_invoice_lines SET invoice_id = (SELECT id FROM invoices WHERE status = 'void')`,
  ],
  [
    'prepaid money matches',
    `UPDATE credit_ledger SET amount = amount - 1, balance_after = balance_after + 1
     WHERE reason = 'INVOICE_PAYMENT' AND amount = 400`,
  ],
  [
    'prepaid money matches',
    `DELETE FROM credit_ledger WHERE reason = 'INVOICE_PAYMENT' AND type = 'CREDIT'`,
  ],
  ['prepaid money matches', `DELETE FROM credit_ledger WHERE reason = 'INVOICE_PAYMENT'`],
  [
    'prepaid money matches',
    `UPDATE credit_ledger SET invoice_id = (SELECT id FROM invoices WHERE currency = 'jpy')
     WHERE reason = 'INVOICE_PAYMENT' AND amount = 400`,
  ],
  ['only to its own customer', `UPDATE payments SET currency = 'eur'`],
  ['only to its own customer', `UPDATE payments SET invoice_id = 'inv_none'`],
]

describe('the invariants of invoices', () => {
  it('hold for data that the application wrote', async () => {
    expect(await checkInvariants(owner, invoicingInvariants)).toEqual([])
  })

  it.each(PLANTED)('detect a violation of "%s" by: %s', async (name, statement) => {
    await owner.query('BEGIN')
    await owner.query(statement)
    const found: string[] = []
    for (const invariant of invoicingInvariants) {
      if ((await owner.query(invariant.sql)).rows.length > 0) found.push(invariant.name)
    }
    await owner.query('ROLLBACK')
    expect(found.join('; ')).toContain(name)
  })
})
