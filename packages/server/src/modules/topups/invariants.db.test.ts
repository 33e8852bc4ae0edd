import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../platform/db/pool.ts'
import { topUpInvariants } from './invariants.ts'
import { startTopUpBench, type TopUpBench } from './testing/topUpBench.ts'

let bench: TopUpBench
let owner: pg.Pool
beforeAll(async () => {
  bench = await startTopUpBench()
  owner = createPool({ connectionString: bench.app.databaseUrl, max: 1, as: 'owner' })
  await bench.refilled('auto')
  await bench.spend('auto', 450)
  await bench.drain()
  await bench.customer('paid')
  await bench.card('paid')
  await bench.topUp('paid', 700)
  await bench.customer('owing', { collectionMethod: 'send_invoice' })
  await bench.topUp('owing', 800)
  await bench.customer('declined')
  await bench.card('declined', 'decline')
  await bench.noTopUp('declined')
  await bench.customer('waiting')
  await bench.topUp('waiting', 900, { body: { forceForm: true } })
  await bench.drain()
})
afterAll(async () => {
  await owner.end()
  await bench.stop()
})

const of = (customerId: string) =>
  `account_id = (SELECT id FROM credit_accounts WHERE customer_id = '${customerId}')`
const line = (customerId: string, amount: string) => `
  INSERT INTO pending_invoice_lines (bucket, environment_id, id, customer_id, source, description,
    amount, currency, created_at)
  SELECT t.bucket, t.environment_id, 'line_1', '${customerId}', t.id, '', ${amount}, 'usd', now()
  FROM topup_attempts t WHERE ${of(customerId)}`
const THRESHOLD = 'threshold of its auto-top-up rule'
const GRANT = 'has one grant'
const PAID = 'is either paid or owed'

/** Each statement breaks one invariant, to prove that the checker finds it. */
const PLANTED: [string, string][] = [
  [THRESHOLD, 'UPDATE credit_accounts SET topup_threshold = topup_threshold + 1'],
  [THRESHOLD, `UPDATE credit_accounts SET topup_threshold = 5 WHERE customer_id = 'paid'`],
  [THRESHOLD, 'UPDATE credit_accounts SET topup_threshold = NULL'],
  [THRESHOLD, 'UPDATE auto_topup_rules SET enabled = false'],
  [GRANT, `UPDATE credit_grants SET topup_attempt_id = NULL WHERE ${of('paid')}`],
  [GRANT, `UPDATE credit_grants SET topup_attempt_id = 'tua_none' WHERE ${of('paid')}`],
  [GRANT, `UPDATE credit_grants SET amount = amount + 1 WHERE ${of('paid')}`],
  [GRANT, `UPDATE topup_attempts SET grant_id = 'grt_other' WHERE ${of('paid')}`],
  [GRANT, `UPDATE topup_attempts SET status = 'failed', grant_id = NULL WHERE ${of('paid')}`],
  [
    GRANT,
    `UPDATE topup_attempts SET status = 'succeeded', grant_id = 'grt_none' WHERE ${of('declined')}`,
  ],
  [GRANT, `UPDATE credit_grants SET account_id = 'acc_other' WHERE ${of('paid')}`],
  [PAID, `UPDATE topup_attempts SET payment_id = NULL WHERE ${of('paid')}`],
  [PAID, `UPDATE topup_attempts SET payment_id = 'pay_other' WHERE ${of('paid')}`],
  [PAID, `UPDATE topup_attempts SET charge_amount = charge_amount + 1 WHERE ${of('paid')}`],
  [PAID, `UPDATE topup_attempts SET charge_currency = 'eur' WHERE ${of('paid')}`],
  [PAID, `UPDATE topup_attempts SET status = 'failed', grant_id = NULL WHERE ${of('paid')}`],
  [
    PAID,
    `UPDATE topup_attempts SET status = 'failed', completed_at = now() WHERE ${of('waiting')}`,
  ],
  [
    PAID,
    `UPDATE topup_attempts SET status = 'pending', completed_at = NULL WHERE ${of('declined')}`,
  ],
  [PAID, `UPDATE payments SET status = 'pending', completed_at = NULL WHERE customer_id = 'paid'`],
  [PAID, `UPDATE payments SET status = 'failed' WHERE customer_id = 'paid'`],
  [
    PAID,
    `UPDATE payments SET status = 'succeeded', completed_at = now() WHERE customer_id = 'waiting'`,
  ],
  [PAID, `UPDATE payments SET attempt_id = 'tua_none' WHERE customer_id = 'paid'`],
  [PAID, `UPDATE payments SET customer_id = 'auto' WHERE customer_id = 'paid'`],
  [PAID, `DELETE FROM topup_attempts WHERE ${of('paid')}`],
  [PAID, `DELETE FROM payments WHERE customer_id = 'paid'`],
  [
    PAID,
    `WITH gone AS (DELETE FROM payments WHERE customer_id = 'waiting' RETURNING id)
     UPDATE topup_attempts SET payment_id = NULL WHERE payment_id IN (SELECT id FROM gone)`,
  ],
  [PAID, 'DELETE FROM pending_invoice_lines'],
  [PAID, 'UPDATE pending_invoice_lines SET amount = amount + 1'],
  [PAID, `UPDATE pending_invoice_lines SET currency = 'eur'`],
  [PAID, `UPDATE pending_invoice_lines SET customer_id = 'paid'`],
  [PAID, line('paid', 't.charge_amount')],
  [PAID, line('paid', 't.charge_amount + 1')],
  [PAID, line('declined', 't.charge_amount')],
  [PAID, `UPDATE topup_attempts SET charge_amount = 0 WHERE ${of('owing')}`],
]

describe('the checker', () => {
  it('finds no problem in rows written by top-ups', async () => {
    expect(await checkInvariants(owner, topUpInvariants)).toEqual([])
  })

  it.each(PLANTED)('finds "%s" broken after %s', async (name, statement) => {
    await owner.query('BEGIN')
    const found: string[] = []
    try {
      // Also plant rows that foreign keys would reject.
      await owner.query('SET LOCAL session_replication_role = replica')
      const { rowCount } = await owner.query(statement)
      expect(rowCount).toBeGreaterThan(0)
      for (const invariant of topUpInvariants) {
        const { rows } = await owner.query(invariant.sql)
        if (rows.length > 0) found.push(invariant.name)
      }
    } finally {
      await owner.query('ROLLBACK')
    }
    expect(found.join('; ')).toContain(name)
  })

  it('relies on a unique index for one pending automatic attempt per wallet', async () => {
    const again = owner.query(
      `INSERT INTO topup_attempts (bucket, environment_id, id, account_id, status, trigger_source,
         funding_method, balance_at_fire, threshold_at_fire, created_at)
       SELECT bucket, environment_id, 'tua_' || n, id, 'pending',
         CASE n WHEN 1 THEN 'auto' ELSE 'sweeper_replay' END, 'charge_automatically', 0, 0, now()
       FROM credit_accounts, generate_series(1, 2) AS n WHERE customer_id = 'auto'`,
    )
    await expect(again).rejects.toMatchObject({ constraint: 'topup_attempts_one_pending' })
  })
})
