import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../platform/db/pool.ts'
import { creditInvariants } from './invariants.ts'
import { type CreditBench, startCreditBench } from './testing/creditBench.ts'

let bench: CreditBench
let owner: pg.Pool
let walletId: string
beforeAll(async () => {
  bench = await startCreditBench()
  owner = createPool({ connectionString: bench.app.databaseUrl, max: 1, as: 'owner' })
  const first = await bench.grant(5, { expiresAt: '2026-01-15T12:00:10Z' })
  walletId = first.creditAccountId
  await bench.grant(5)
  await bench.grant(5, { priority: 200 })
  await bench.use(6)
  bench.app.clock.advance({ days: 1 })
  await bench.use(1)
  await bench.use(10, 'overdraft')
})
afterAll(async () => {
  await owner.end()
  await bench.stop()
})

const seq = (type: string) => `(SELECT min(seq) FROM credit_ledger WHERE type = '${type}')`
/** Each statement breaks one rule, which proves that the check detects it. */
const PLANTED: [string, string][] = [
  ['remaining credits of its grants', 'UPDATE credit_accounts SET overdraft = overdraft + 1'],
  ['last row matches the wallet', 'UPDATE credit_accounts SET last_seq = last_seq + 1'],
  [
    'last row matches the wallet',
    `DELETE FROM credit_ledger WHERE seq = (SELECT max(seq) FROM credit_ledger)`,
  ],
  ['continues the previous row', `DELETE FROM credit_ledger WHERE seq = 3`],
  [
    'continues the previous row',
    'UPDATE credit_ledger SET balance_before = balance_before + 1, balance_after = balance_after + 1 WHERE seq = 2',
  ],
  [
    'continues the previous row',
    `UPDATE credit_ledger SET created_at = created_at - interval '2 days' WHERE seq = 6`,
  ],
  [
    'remaining and expired credits equal',
    'UPDATE credit_grants SET remaining = 1, active = true WHERE priority = 200',
  ],
  [
    'remaining and expired credits equal',
    `UPDATE credit_grants SET expired = 1 WHERE priority = 200`,
  ],
  [
    'remaining and expired credits equal',
    `UPDATE credit_grants SET amount = amount + 1 WHERE priority = 200`,
  ],
  ['expired or voided grant', `UPDATE credit_grants SET expires_at = '2026-01-15T11:00:00Z'`],
  [
    'oldest first',
    `UPDATE credit_grants SET created_at = created_at - interval '1 hour' WHERE id = (SELECT id FROM credit_grants WHERE priority = 100 ORDER BY id DESC LIMIT 1)`,
  ],
  ['oldest first', `UPDATE credit_grants SET priority = 50 WHERE priority = 200`],
  ['equal its reservations', 'UPDATE credit_accounts SET held = 1'],
  [
    'next scheduled sweep',
    `UPDATE credit_grants SET expires_at = '2030-01-01', remaining = 1, active = true`,
  ],
  ['daily consumption', 'UPDATE credit_accounts SET consumed = consumed + 1'],
  ['daily consumption', 'DELETE FROM credit_days'],
  ['change or delete', 'GRANT UPDATE (amount) ON credit_ledger TO purser_app'],
  ['change or delete', 'GRANT DELETE ON credit_ledger TO purser_app'],
  [
    "customer's environment",
    `UPDATE credit_ledger SET feature_id = 'feat_elsewhere' WHERE seq = ${seq('DEBIT')}`,
  ],
  ["customer's environment", `UPDATE credit_ledger SET reservation_id = 'res_none' WHERE seq = 1`],
]

describe('the invariants of credits', () => {
  it('hold for data that the application wrote', async () => {
    expect(await checkInvariants(owner, creditInvariants)).toEqual([])
  })

  it.each(PLANTED)('detect a violation of "%s" by: %s', async (name, statement) => {
    await owner.query('BEGIN')
    await owner.query(statement)
    const found: string[] = []
    const wallets = new Set<string>()
    for (const invariant of creditInvariants) {
      const { rows } = await owner.query<{ account_id?: string }>(invariant.sql)
      if (rows.length > 0) found.push(invariant.name)
      for (const { account_id } of rows) if (invariant.wallet && account_id) wallets.add(account_id)
    }
    await owner.query('ROLLBACK')
    expect(found.join('; ')).toContain(name)
    expect([...wallets].every((id) => id === walletId)).toBe(true)
  })

  it('report the wallets to freeze', async () => {
    await owner.query('UPDATE credit_accounts SET held = 1')
    const breaches = await checkInvariants(owner, creditInvariants)
    await owner.query('UPDATE credit_accounts SET held = 0')
    expect(breaches).toMatchObject([
      { wallets: [{ walletId, environmentId: bench.app.sandbox.environmentId }] },
    ])
  })
})
