import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../platform/db/pool.ts'
import { topUpInvariants } from '../topups/index.ts'
import { startTopUpBench, type TopUpBench } from '../topups/testing/topUpBench.ts'
import { paymentInvariants } from './invariants.ts'
import { sandboxOracle } from './testing/sandboxOracle.ts'

const invariants = [...paymentInvariants, ...topUpInvariants, ...sandboxOracle]

let bench: TopUpBench
let owner: pg.Pool
beforeAll(async () => {
  bench = await startTopUpBench()
  owner = createPool({ connectionString: bench.app.databaseUrl, max: 1, as: 'owner' })
  for (const customerId of ['jane', 'john']) {
    await bench.customer(customerId)
    await bench.card(customerId)
    await bench.topUp(customerId)
  }
  const { data } = await bench.app.ok<{ data: { id: string }[] }>('listPayments', {
    query: { customerId: 'jane' },
  })
  const paymentId = data[0]?.id ?? ''
  await bench.app.ok('refundPayment', { params: { id: paymentId }, body: { amount: 300 } })
  await bench.app.ok('openSandboxDispute', { body: { paymentId } })
  await bench.drain()
})
afterAll(async () => {
  await owner.end()
  await bench.stop()
})

const JANE = `customer_id = 'jane'`
/** Each entry violates one invariant, to prove that the checker finds it. */
const PLANTED: [string, string][] = [
  ['equals its refunds', `UPDATE payments SET amount_refunded = 200 WHERE ${JANE}`],
  ['equals its refunds', `UPDATE refunds SET status = 'failed'`],
  ['equals its refunds', `UPDATE refunds SET amount = 301`],
  [
    'that its payment bought',
    `UPDATE refunds SET grant_id = (SELECT grant_id FROM topup_attempts t
       JOIN payments p ON p.attempt_id = t.id WHERE p.customer_id = 'john')`,
  ],
  ['that its payment bought', 'UPDATE refunds SET grant_id = NULL'],
  [
    'belongs to one payment',
    `UPDATE payments SET provider_payment_id =
       (SELECT max(provider_payment_id) FROM payments)`,
  ],
  [
    'belongs to one payment',
    `ALTER TABLE payments DROP CONSTRAINT payments_bucket_environment_id_attempt_id_key;
     UPDATE payments SET attempt_id = (SELECT max(attempt_id) FROM payments)`,
  ],
  [
    'has an id at its provider',
    `UPDATE payments SET provider_payment_id = NULL WHERE customer_id = 'john'`,
  ],
  [
    'has an id at its provider',
    `ALTER TABLE payments DROP CONSTRAINT payments_check2;
     UPDATE payments SET status = 'failed' WHERE ${JANE}`,
  ],
  [
    'a top-up has the outcome of its payment',
    `UPDATE payments SET attempt_id = 'att_of_nobody' WHERE ${JANE}`,
  ],
  ['charged each paid attempt once', `UPDATE payments SET amount = 999 WHERE customer_id = 'john'`],
  [
    'charged each paid attempt once',
    `UPDATE sandbox_intents SET status = 'failed' WHERE amount = 1000`,
  ],
  [
    'charged each paid attempt once',
    `INSERT INTO sandbox_intents SELECT (i2).* FROM (SELECT jsonb_populate_record(i, jsonb_build_object(
       'id', 'sbpi_second', 'request_key', 'att_second')) AS i2 FROM sandbox_intents i LIMIT 1) s`,
  ],
  [
    'still open',
    `UPDATE payments SET status = 'pending', completed_at = NULL WHERE customer_id = 'john'`,
  ],
  ['made each refund once', `UPDATE sandbox_refunds SET amount = 299`],
  ['made each refund once', 'DELETE FROM sandbox_refunds'],
  ["that the provider's bank recorded", `UPDATE sandbox_disputes SET status = 'won'`],
  ["that the provider's bank recorded", 'DELETE FROM disputes'],
]

describe('the payment invariants', () => {
  it('hold after normal operations', async () => {
    expect(await checkInvariants(owner, invariants)).toEqual([])
  })

  it.each(PLANTED)('report "%s" after %s', async (name, statement) => {
    await owner.query('BEGIN')
    try {
      await owner.query(statement)
      const found: string[] = []
      for (const invariant of invariants) {
        const { rows } = await owner.query(invariant.sql)
        if (rows.length > 0) found.push(invariant.name)
      }
      expect(found.join('; ')).toContain(name)
    } finally {
      await owner.query('ROLLBACK')
    }
  })
})
